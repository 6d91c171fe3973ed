import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testStart } from '../../../testing/app'
import { Client } from '../../../testing/client'
import { long, recordMeasurement } from '../../../testing/measurements'
import { separateProcesses } from '../../../testing/separate-process'
import { start, uidOf } from '../exams.fixture'
import { allTypes, type Desk, sit, startDesk } from './desk.fixture'
import { runRegrade } from './regrade-job'

let desk: Desk
let jobs: Awaited<ReturnType<typeof separateProcesses>>
beforeAll(async () => {
  desk = await startDesk()
  jobs = await separateProcesses(desk.server, [], 'modules/exams/desk/regrade-process.fixture.ts')
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(async () => {
  await jobs.remove()
  await desk.close()
})

const reason = '答案有误'

/** Copies a scored attempt with its answers to new students. */
async function copyAttempt(attempt: string, students: number): Promise<void> {
  const { db } = desk.server
  const mark = `抄 ${attempt}`
  await sql`insert into users (nickname, student_status, created_at)
    select ${mark}, 'passed', ${testStart}::bigint from generate_series(1, ${students}::int)`.execute(db)
  await sql`insert into exam_attempts overriding system value
    select (jsonb_populate_record(null::exam_attempts, to_jsonb(a) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('exam_attempts', 'id')), 'uid', gen_random_uuid(), 'user_id', u.id))).*
    from exam_attempts a, users u where a.uid = ${attempt}::uuid and u.nickname = ${mark}`.execute(db)
  await sql`insert into question_attempts overriding system value
    select (jsonb_populate_record(null::question_attempts, to_jsonb(q) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('question_attempts', 'id')), 'uid', gen_random_uuid(), 'user_id', b.user_id,
      'exam_attempt_id', b.id, 'seed', '\\x' || md5(b.id::text || q.position)))).*
    from question_attempts q join exam_attempts a on a.id = q.exam_attempt_id, exam_attempts b
    where a.uid = ${attempt}::uuid and b.exam_id = a.exam_id
      and b.user_id in (select id from users where nickname = ${mark})`.execute(db)
}

const progress = async (exam: string) => (await desk.teacher.call('GET /staff/v1/exam_regrade_list', { exam }))[0]!

it.runIf(long)(
  'a regrade killed three times stores every score change and every message exactly once',
  async () => {
    const { school, server, teacher } = desk
    const exam = await school.publish()
    const { attempt } = await sit(desk, exam, ['single'])
    server.clock.set(testStart + 3700)
    await school.tick()
    await copyAttempt(attempt, 449)
    // Slows the job down, so that it can be killed within a batch of 100.
    await sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.004); return new; end $$`.execute(server.db)
    await sql`create trigger linger before insert on exam_score_changes for each row execute function linger()`.execute(
      server.db,
    )
    await teacher.call('POST /staff/v1/exam_regrade', { exam, question: uidOf('blank'), kind: 'give', reason })
    const stored = async () => {
      const { rows } = await sql<{ changed: number; changes: number; messages: number }>`
      select count(*) filter (where a.score = 500) as changed,
        (select count(*) from exam_score_changes c join exam_regrades r on r.id = c.regrade_id where r.exam_id = e.id) as changes,
        (select count(*) from messages m where m.title = '考试成绩有变' and m.user_id in (
          select user_id from exam_attempts where exam_id = e.id)) as messages
      from exams e join exam_attempts a on a.exam_id = e.id and a.state <> 'prepared'
      where e.uid = ${exam}::uuid group by e.id`.execute(server.db)
      return rows[0]!
    }
    let done = 0
    for (let kill = 0; kill < 3; kill++) {
      const { child } = await jobs.start()
      const exited = once(child, 'exit')
      // Waits until one more batch is stored and the next batch has begun.
      await vi.waitFor(async () => expect((await progress(exam)).done).toBeGreaterThan(done), { timeout: 60_000 })
      child.kill('SIGKILL')
      await exited
      const counts = await stored()
      done = (await progress(exam)).done
      expect(counts).toEqual({ changed: done, changes: done, messages: done })
      expect(done % 100).toBe(0)
    }
    const { child } = await jobs.start()
    await once(child, 'exit')
    const counts = await stored()
    recordMeasurement(
      'faults: kill -9 during a regrade',
      { kills: 3, attempts: 450, ...counts },
      { target: 'each attempt changed and told once', ok: counts.changes === 450 && counts.messages === 450 },
    )
    expect(counts).toEqual({ changed: 450, changes: 450, messages: 450 })
    expect(await progress(exam)).toMatchObject({ state: 'done', done: 450, total: 450, changed: 450, up: 450, down: 0 })
  },
  300_000,
)

it.runIf(long)(
  'regrades by two processes during saves and submissions change no answer; the last ruling scores all',
  async () => {
    const { school, server, teacher } = desk
    const servers = await separateProcesses(server)
    try {
      const { base } = await servers.start()
      const exam = await school.publish({ attempts: 2, shuffle: { questions: false, options: false } })
      const scored = [await sit(desk, exam, ['single']), await sit(desk, exam, allTypes), await sit(desk, exam, [])]
      await school.tick()
      const { client } = await school.student()
      const paper = await start(client, exam)
      const blank = paper.questions.find(({ type }) => type === 'blank')!
      const other = new Client(base, () => server.clock.now(), client.token)
      const steps = (seq: number) => [
        { seq, question: blank.id, answer: { type: 'blank' as const, blanks: ['空的秘密'] }, at: paper.now },
      ]
      const saves = Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? client : other).call('POST /v1/exam_save', {
          attempt: paper.attempt.id,
          epoch: 1,
          steps: steps(i + 1),
        }),
      )
      const ruling = { exam, question: uidOf('multiple'), reason }
      const rule = async (kind: 'give' | 'original' | 'void') => {
        await teacher.call('POST /staff/v1/exam_regrade', { ...ruling, kind })
        const { rows } = await sql<{ id: number }>`select id from exam_regrades where finished_at is null`.execute(
          server.db,
        )
        const { child } = await jobs.start()
        await Promise.all([once(child, 'exit'), ...rows.map(({ id }) => runRegrade(server.env, { regrade: id }))])
      }
      for (const kind of ['give', 'original', 'void'] as const) await rule(kind)
      const receipts = await Promise.all(saves)
      expect(receipts.every(({ late, refused }) => late === 0 && refused.length === 0)).toBe(true)
      await other.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: [] })
      server.clock.set(testStart + 7300)
      await school.tick()
      // Without 多选, 6 of 10 points remain. Scores of 2, 6, 0 and 3 are scaled by 10 / 6.
      const totals = []
      for (const { client: student, attempt } of [...scored, { client, attempt: paper.attempt.id }])
        totals.push((await student.call('GET /v1/show_exam', { id: attempt })).score)
      expect(totals).toEqual([3.33, 10, 0, 5])
      const { rows } = await sql<{ steps: number }>`
      select count(*) as steps from exam_steps s join exam_attempts a on a.id = s.attempt_id
      where a.uid = ${paper.attempt.id}::uuid and fate = 'counted'`.execute(server.db)
      expect(rows[0]!.steps).toBe(40)
    } finally {
      await servers.remove()
    }
  },
  300_000,
)
