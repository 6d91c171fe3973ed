import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { Client } from '../../../testing/client'
import { long, recordMeasurement } from '../../../testing/measurements'
import { separateProcesses } from '../../../testing/separate-process'
import { uidOf } from '../exams.fixture'
import { allTypes, type Desk, sit, startDesk, wholePool } from './desk.fixture'
import { runRegrade } from './regrade-job'

const kills = Number(process.env.DXX_KILLS ?? 2)
const perKill = 6

let desk: Desk
let servers: Awaited<ReturnType<typeof separateProcesses>>
beforeAll(async () => {
  desk = await startDesk()
  servers = await separateProcesses(desk.server)
})
afterAll(async () => {
  await servers.remove()
  await desk.close()
})

const question = uidOf('short')

it.runIf(long)(
  `a server killed ${kills} times during grading loses no grade and stores none twice`,
  async () => {
    const { school, server, teacher } = desk
    const exam = await school.publish(wholePool)
    for (let i = 0; i < kills * perKill; i++) await sit(desk, exam, allTypes, `回答 ${i}`)
    server.clock.set(testStart + 3700)
    await school.tick()
    server.clock.set(testStart)
    const { list } = await teacher.call('GET /staff/v1/grading_answers', { exam, question, limit: 200 })
    const sent = list.map(({ id }, i) => ({ key: crypto.randomUUID(), answers: [id], score: (i % 11) / 2 }))
    const acknowledged = new Set<string>()
    const save = async (client: Client, grade: (typeof sent)[number]) => {
      await client.call('POST /staff/v1/grading_save', { exam, question, grades: [grade] })
      acknowledged.add(grade.key)
    }
    for (let kill = 0; kill < kills; kill++) {
      const { child, base } = await servers.start()
      const exited = once(child, 'exit')
      const through = new Client(base, () => server.clock.now(), teacher.token)
      const saves = sent.slice(kill * perKill, (kill + 1) * perKill).map((grade) => save(through, grade))
      await saves[kill % perKill]!.catch(() => {})
      child.kill('SIGKILL')
      await Promise.allSettled(saves)
      await exited
    }
    const stored = async () => {
      const { rows } = await sql<{ key: string; score: number; answer: number }>`
      select g.key, g.score, q.score as answer from exam_grades g join question_attempts q on q.id = g.question_attempt_id
      join exam_attempts a on a.id = q.exam_attempt_id join exams e on e.id = a.exam_id
      where e.uid = ${exam}::uuid`.execute(server.db)
      return rows
    }
    const before = new Set((await stored()).map(({ key }) => key))
    const lost = [...acknowledged].filter((key) => !before.has(key))
    // The client sends all grades again, as after lost responses. The repetitions must change nothing.
    for (const grade of sent) await save(teacher, grade)
    const rows = await stored()
    const doubled = rows.length - new Set(rows.map(({ key }) => key)).size
    recordMeasurement(
      'faults: kill -9 during manual grading',
      { kills, sent: sent.length, acknowledged: acknowledged.size, lost: lost.length, doubled },
      { target: '0 lost, 0 doubled', ok: lost.length + doubled === 0 },
    )
    expect({ lost, doubled, count: rows.length }).toEqual({ lost: [], doubled: 0, count: sent.length })
    for (const { score, answer } of rows) expect(answer).toBe(score)
  },
  600_000,
)

it('two graders on two processes score every answer of a question once', async () => {
  const { school, server, teacher } = desk
  const exam = await school.publish(wholePool)
  const count = 24
  // Every fourth answer equals the previous one, so that the two are scored together.
  for (let i = 0; i < count; i++) await sit(desk, exam, allTypes, `同题回答 ${i % 4 === 3 ? i - 1 : i}`)
  server.clock.set(testStart + 3700)
  await school.tick()
  server.clock.set(testStart)
  const second = await desk.another('冯老师')
  const sent = new Map<string, number>()
  const refused: string[] = []
  const gradeAll = async (token: string | undefined, score: number) => {
    const { base } = await servers.start()
    const client = new Client(base, () => server.clock.now(), token)
    for (;;) {
      const { answers } = await client.call('POST /staff/v1/grading_take', { exam, question, limit: 3 })
      if (answers.length === 0) return
      const grades = answers.map(({ id, equals }) => ({ key: crypto.randomUUID(), answers: [id, ...equals], score }))
      const done = await client.call('POST /staff/v1/grading_save', { exam, question, grades })
      refused.push(...done.refused.map(({ answer }) => answer))
      for (const { answers: saved } of done.saved) for (const id of saved) sent.set(id, (sent.get(id) ?? 0) + 1)
    }
  }
  await Promise.all([gradeAll(teacher.token, 2), gradeAll(second.token, 4)])
  expect(refused).toEqual([])
  expect([...sent.values()]).toEqual(Array.from({ length: count }, () => 1))
  const { rows } = await sql<{ grades: number; score: number; given: number }>`
    select count(g.id) as grades, q.score, max(g.score) as given
    from question_attempts q join exam_grades g on g.question_attempt_id = q.id
      join exam_attempts a on a.id = q.exam_attempt_id join exams e on e.id = a.exam_id
    where e.uid = ${exam}::uuid group by q.id, q.score`.execute(server.db)
  expect(rows).toHaveLength(count)
  for (const { grades, score, given } of rows) expect([grades, score]).toEqual([1, given])
}, 600_000)

it('a regrade whose connection is terminated stores nothing of that batch, and its retry finishes it', async () => {
  const { school, server, teacher } = desk
  const exam = await school.publish()
  const sat = []
  for (let i = 0; i < 3; i++) sat.push(await sit(desk, exam, ['single']))
  server.clock.set(testStart + 3700)
  await school.tick()
  // The connection of the first two runs is terminated while changes are stored.
  await sql`create sequence cuts`.execute(server.db)
  await sql`create function cut_off() returns trigger language plpgsql as $$
    begin
      if nextval('cuts') <= 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`.execute(server.db)
  await sql`create trigger cut_off before insert on exam_score_changes for each row execute function cut_off()`.execute(
    server.db,
  )
  await teacher.call('POST /staff/v1/exam_regrade', { exam, question: uidOf('blank'), kind: 'give', reason: '超纲' })
  const { rows } = await sql<{ id: number }>`select id from exam_regrades where finished_at is null`.execute(server.db)
  const run = () => runRegrade(server.env, { regrade: rows[0]!.id })
  const totals = async () => {
    const { rows: found } = await sql<{ score: number; changes: number; notices: number }>`
      select a.score, (select count(*) from exam_score_changes c where c.attempt_id = a.id) as changes,
        (select count(*) from messages m where m.user_id = a.user_id and m.title = '考试成绩有变') as notices
      from exam_attempts a join exams e on e.id = a.exam_id where e.uid = ${exam}::uuid order by a.id`.execute(
      server.db,
    )
    return found
  }
  for (let cut = 0; cut < 2; cut++) {
    await expect(run()).rejects.toThrow()
    expect(await totals()).toEqual(sat.map(() => ({ score: 200, changes: 0, notices: 0 })))
  }
  await run()
  await run()
  expect(await totals()).toEqual(sat.map(() => ({ score: 500, changes: 1, notices: 1 })))
}, 300_000)
