import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { Client } from '../../../testing/client'
import { separateProcesses } from '../../../testing/separate-process'
import { start, stepsFor, uidOf } from '../exams.fixture'
import { type Desk, sit, startDesk } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const save = 'POST /v1/exam_save'
const submit = 'POST /v1/exam_submit'
const reason = '机房断电'

describe('exam_pause and exam_resume', () => {
  it('a pause stops the clock, steps saved during it count, and deadlines and the end move by its length', async () => {
    const { school, server, teacher } = desk
    const exam = await school.publish()
    const [one, two] = [await school.student(), await school.student()]
    const paper = await start(one.client, exam)
    const attempt = paper.attempt.id
    server.clock.advance(2000)
    expect(await teacher.call('POST /staff/v1/exam_pause', { exam, reason })).toEqual({
      since: testStart + 2000,
      running: 1,
    })
    // Far beyond the original deadline and end of the exam.
    server.clock.advance(5000)
    await school.tick()
    const saved = await one.client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })
    expect(saved).toMatchObject({
      late: 0,
      state: 'running',
      deadline: testStart + 2400 + 5000,
      paused: { since: testStart + 2000, reason },
    })
    const refused = await two.client.send('GET /v1/exam_start', { id: exam, device: crypto.randomUUID() })
    expect(refused).toMatchObject({
      data: { error: 'exam-refused', reason: 'paused' },
      msg: expect.stringContaining(reason),
    })
    const again = await start(one.client, exam, undefined, true)
    expect(again).toMatchObject({ paused: { reason }, attempt: { deadline: testStart + 7400 } })
    expect(await one.client.call('GET /v1/examination_info', { id: exam })).toMatchObject({
      status: 1,
      examination_end: testStart + 3600 + 5000,
    })
    expect(await teacher.call('POST /staff/v1/exam_resume', { exam })).toEqual({
      seconds: 5000,
      moved: 1,
      endsAt: testStart + 8600,
    })
    const laterSave = await one.client.call(save, { attempt, epoch: 2, steps: [] })
    expect(laterSave).toEqual({
      now: testStart + 7000,
      deadline: testStart + 7400,
      state: 'running',
      takenOver: false,
      late: 0,
      refused: [],
    })
    await start(two.client, exam)
    const receipt = await one.client.call(submit, { attempt, epoch: 2 })
    expect(receipt).toMatchObject({ state: 'submitted', answered: 4 })
    server.clock.set(testStart + 20_000)
    await school.tick()
    expect(await one.client.call('GET /v1/show_exam', { id: attempt })).toMatchObject({ score: 10, seconds: 2000 })
    expect(await one.client.call('GET /v1/exam_receipt', { attempt, hash: receipt.hash })).toMatchObject({
      valid: true,
    })
  })

  it('a paused exam stays open beyond its end until staff end it', async () => {
    const { school, server, teacher } = desk
    const exam = await school.publish()
    const { client } = await school.student()
    await start(client, exam)
    await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
    server.clock.advance(100_000)
    await school.tick()
    const { rows } = await sql<{ finished: boolean; state: string }>`
      select finished_at is not null as finished, (select state from exam_attempts where exam_id = e.id) as state
      from exams e where uid = ${exam}::uuid`.execute(server.db)
    expect(rows).toEqual([{ finished: false, state: 'running' }])
    expect(await teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({
      state: 'running',
      paused: { since: testStart, reason },
    })
    await teacher.call('POST /staff/v1/exam_end', { exam, reason: '改日再考' })
    server.clock.advance(100)
    await school.tick()
    expect(await teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({
      state: 'finished',
      endedEarly: { reason: '改日再考' },
    })
  })

  it('a submission during a pause is accepted, and its duration excludes the pause', async () => {
    const { school, server, teacher } = desk
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    server.clock.advance(100)
    await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
    server.clock.advance(4000)
    const attempt = paper.attempt.id
    expect(await client.call(submit, { attempt, epoch: 1, steps: stepsFor(paper) })).toMatchObject({
      state: 'submitted',
      submittedAt: testStart + 4100,
    })
    await teacher.call('POST /staff/v1/exam_resume', { exam })
    await school.tick()
    expect(await client.call('GET /v1/show_exam', { id: attempt })).toMatchObject({ seconds: 100, score: 10 })
  })

  it('refuses a pause before the start, after the end and for an exam out of scope; pausing a paused exam changes nothing', async () => {
    const { school, teacher, server } = desk
    const soon = await school.publish({ startsAt: testStart + 3600, endsAt: testStart + 7200 })
    expect(await teacher.send('POST /staff/v1/exam_pause', { exam: soon, reason })).toMatchObject({
      data: { error: 'exam-refused' },
    })
    const foreign = await school.publish({ school: 'there' })
    expect(await teacher.send('POST /staff/v1/exam_pause', { exam: foreign, reason })).toMatchObject({
      data: { error: 'exam-not-found' },
    })
    const exam = await school.publish()
    const first = await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
    server.clock.advance(60)
    expect(await teacher.call('POST /staff/v1/exam_pause', { exam, reason: '别的' })).toEqual(first)
    await teacher.call('POST /staff/v1/exam_resume', { exam })
    expect(await teacher.call('POST /staff/v1/exam_resume', { exam })).toMatchObject({ seconds: 0, moved: 0 })
    const { rows } = await sql<{ call: string }>`
      select call from audit where target_id = ${exam} order by id`.execute(server.db)
    expect(rows.map(({ call }) => call)).toEqual(['exam_pause', 'exam_resume'])
  })

  it('with two server processes, every step acknowledged as counted during pauses and extensions is kept', async () => {
    const { school, server, teacher } = desk
    const servers = await separateProcesses(server)
    try {
      const { base } = await servers.start()
      const exam = await school.publish()
      const { client } = await school.student()
      const paper = await start(client, exam)
      const blank = paper.questions.find(({ type }) => type === 'blank')!
      const other = new Client(base, () => server.clock.now(), client.token)
      const steps = (seq: number) => [
        { seq, question: blank.id, answer: { type: 'blank' as const, blanks: [`第 ${seq} 步`] }, at: paper.now },
      ]
      const saves = Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? client : other).call(save, { attempt: paper.attempt.id, epoch: 1, steps: steps(i + 1) }),
      )
      const changes = (async () => {
        for (let i = 0; i < 4; i++) {
          await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
          await teacher.call('POST /staff/v1/exam_extend', { exam, minutes: 1, reason })
          await teacher.call('POST /staff/v1/exam_resume', { exam })
        }
      })()
      const receipts = await Promise.all(saves)
      await changes
      expect(receipts.every(({ late, refused }) => late === 0 && refused.length === 0)).toBe(true)
      const { rows } = await sql<{ steps: number; deadline: number }>`
        select (select count(*) from exam_steps s where s.attempt_id = a.id and fate = 'counted') as steps,
          deadline_at - started_at as deadline from exam_attempts a where uid = ${paper.attempt.id}::uuid`.execute(
        server.db,
      )
      // The other process has its own clock, so pauses may have lasted a few seconds according to that clock.
      expect(rows[0]!.steps).toBe(40)
      expect(rows[0]!.deadline).toBe(2400 + 240)
    } finally {
      await servers.remove()
    }
  }, 300_000)
})

describe('exam_extend', () => {
  it('extends the deadlines of listed students and sends them the reason', async () => {
    const { school, teacher, owner, server } = desk
    const exam = await school.publish()
    const students = await Promise.all([school.student(), school.student(), school.student()])
    const papers = []
    for (const { client } of students) papers.push(await start(client, exam))
    const chosen = students.slice(0, 2).map(({ user }) => user.uid)
    const input = { exam, minutes: 10, students: chosen, reason: '设备故障' }
    expect(await teacher.call('POST /staff/v1/exam_extend', input)).toEqual({ moved: 2, students: 2, skipped: 0 })
    const deadlines = []
    for (const [i, { client }] of students.entries())
      deadlines.push((await client.call(save, { attempt: papers[i]!.attempt.id, epoch: 1, steps: [] })).deadline)
    expect(deadlines).toEqual([testStart + 3000, testStart + 3000, testStart + 2400])
    const { rows } = await sql<{ body: string }>`
      select body from messages where user_id = ${students[0]!.user.id} and title = '考试延时'`.execute(server.db)
    expect(rows[0]!.body).toContain('设备故障')
    const { list } = await owner.call('GET /staff/v1/audit_list', { targetId: exam, call: 'exam_extend' })
    expect(list[0]).toMatchObject({
      before: null,
      after: { minutes: 10, students: 2, studentIds: chosen, running: 2 },
      students: Object.fromEntries(chosen.map((uid) => [uid, expect.any(String)])),
    })
    const stranger = await school.student('there')
    expect(await teacher.send('POST /staff/v1/exam_extend', { ...input, students: [stranger.user.uid] })).toMatchObject(
      { data: { error: 'exam-refused' } },
    )
  })

  it('refuses an exam that has ended, and does not change results and times', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const absent = await school.student()
    const { client, attempt } = await sit(desk, exam, ['single'])
    server.clock.set(testStart + 3700)
    await school.tick()
    for (const students of [undefined, [absent.user.uid]])
      expect(await teacher.send('POST /staff/v1/exam_extend', { exam, minutes: 30, students, reason })).toMatchObject({
        data: { error: 'exam-refused' },
        msg: expect.stringContaining('考试已经结束'),
      })
    expect(await teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ state: 'finished' })
    expect((await client.call('GET /v1/show_exam', { id: attempt })).rank).toEqual({ place: 1, of: 1 })
    const { rows } = await sql`select from messages where title = '考试延时' and user_id = ${absent.user.id}`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })

  it('skips students who have submitted, and refuses if all chosen students have submitted', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const [one, two] = [await school.student(), await school.student()]
    await start(one.client, exam)
    await sit(desk, exam, [], undefined, two)
    const input = { exam, minutes: 10, reason }
    const students = [one.user.uid, two.user.uid]
    expect(await teacher.call('POST /staff/v1/exam_extend', { ...input, students })).toEqual({
      moved: 1,
      students: 1,
      skipped: 1,
    })
    expect(await teacher.send('POST /staff/v1/exam_extend', { ...input, students: [two.user.uid] })).toMatchObject({
      data: { error: 'exam-refused' },
    })
    await teacher.call('POST /staff/v1/exam_extend', input)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from messages where title = '考试延时' and user_id = ${two.user.id}`.execute(server.db)
    expect(rows[0]!.count).toBe(0)
  })

  it('an extension also applies to the next attempt, whether it was given before or after the end of the first one', async () => {
    const { school, teacher } = desk
    const exam = await school.publish({ attempts: 2 })
    const [before, after] = [await school.student(), await school.student()]
    const extend = (student: string) =>
      teacher.call('POST /staff/v1/exam_extend', { exam, minutes: 10, students: [student], reason })
    const first = await start(before.client, exam)
    await extend(before.user.uid)
    await before.client.call(submit, { attempt: first.attempt.id, epoch: 1 })
    await sit(desk, exam, [], undefined, after)
    await extend(after.user.uid)
    for (const { client } of [before, after])
      expect((await start(client, exam)).attempt).toMatchObject({ number: 2, deadline: testStart + 2400 + 600 })
  })
})

describe('exam_end', () => {
  it('closes running attempts at the given time and scores their saved answers', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })
    const { endsAt } = await teacher.call('POST /staff/v1/exam_end', { exam, minutes: 5, reason: '天气原因' })
    expect(endsAt).toBe(testStart + 300)
    expect(await client.call(save, { attempt, epoch: 1, steps: [] })).toMatchObject({ deadline: testStart + 300 })
    server.clock.set(testStart + 331)
    await school.tick()
    expect(await client.call('GET /v1/show_exam', { id: attempt })).toMatchObject({ state: 'closed', score: 10 })
  })
})

it('a question voided in a running exam is reported to running attempts and closed on later papers', async () => {
  const { school, teacher } = desk
  const exam = await school.publish()
  const [one, two] = [await school.student(), await school.student()]
  const paper = await start(one.client, exam)
  const question = uidOf('judge')
  const input = { exam, question, kind: 'void' as const, reason: '题目有误' }
  await teacher.call('POST /staff/v1/exam_regrade', input)
  const attempt = paper.attempt.id
  expect(await one.client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })).toMatchObject({
    voided: [question],
    refused: [],
  })
  const other = await start(two.client, exam)
  expect(other.questions).toHaveLength(paper.questions.length)
  expect(other.voided).toEqual([question])
})
