import { randomUUID } from 'node:crypto'
import { refusals } from '@dxx/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { start, stepsFor, uidOf, withSchool } from './exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const save = 'POST /v1/exam_save'
const submit = 'POST /v1/exam_submit'
const show = 'GET /v1/show_exam'
describe('permission', () => {
  const permission = 'GET /v1/examination/permission'
  it('exam permission returns a specific reason for each refusal', async () => {
    const now = await school.publish()
    const soon = await school.publish({ startsAt: testStart + 3600, endsAt: testStart + 7200 })
    const over = await school.publish({ startsAt: testStart - 7200, endsAt: testStart - 3600 })
    const { client: here } = await school.student()
    const guest = await server.as()
    const [there, otherClass] = [await school.student('there'), await school.student('here', 1)]
    expect(await guest.call(permission, { id: now })).toMatchObject({
      reason: 'student',
      msg: refusals['student-required'].msg,
    })
    expect(await there.client.call(permission, { id: now })).toMatchObject({
      reason: 'school',
      msg: '这场考试由here大学发布，只有该校认证的学生可以参加',
    })
    expect(await otherClass.client.call(permission, { id: now })).toMatchObject({
      reason: 'class',
      msg: expect.stringContaining('没有发布给你的班级'),
    })
    expect(await here.call(permission, { id: soon })).toMatchObject({
      reason: 'not-started',
      msg: expect.stringMatching(/^考试还没有开始，1月15日 17:00 起可以进入$/),
    })
    expect(await here.call(permission, { id: over })).toMatchObject({
      reason: 'ended',
      msg: expect.stringContaining('考试已经结束'),
    })
    expect(await here.call(permission, { id: now })).toEqual({ allowed: true, reason: null, msg: '', action: 'start' })
    const paper = await start(here, now)
    expect(await here.call(permission, { id: now })).toMatchObject({ allowed: true, action: 'resume' })
    await here.call(submit, { attempt: paper.attempt.id, epoch: 1 })
    expect(await here.call(permission, { id: now })).toMatchObject({
      reason: 'no-attempts',
      msg: expect.stringContaining('已用完 1 次'),
    })
    // exam_start returns the same refusal.
    for (const [client, id, reason] of [
      [there.client, now, 'school'],
      [otherClass.client, now, 'class'],
      [here, soon, 'not-started'],
      [here, over, 'ended'],
      [here, now, 'no-attempts'],
    ] as const)
      expect(await client.send('GET /v1/exam_start', { id, device: randomUUID() })).toMatchObject({
        code: 0,
        data: { error: 'exam-refused', reason },
      })
    expect((await guest.send('GET /v1/exam_start', { id: now, device: randomUUID() })).code).toBe(6)
    expect((await guest.send('GET /v1/exam_list', {})).code).toBe(6)
    for (const name of [permission, 'GET /v1/examination_info'] as const)
      expect(await here.send(name, { id: randomUUID() })).toMatchObject({ data: { error: 'exam-not-found' } })
  })

  it('exam_start checks the permission again although an attempt is prepared', async () => {
    const exam = await school.publish({ startsAt: testStart + 300, endsAt: testStart + 3600 })
    const [stays, leaves] = [await school.student(), await school.student()]
    await school.jobs.prepare_exams()
    const { rows } = await sql`
      select from exam_attempts a join exams e on e.id = a.exam_id
      where e.uid = ${exam} and a.user_id in (${stays.user.id}, ${leaves.user.id})`.execute(server.db)
    expect(rows).toHaveLength(2)
    // The student moves to another class.
    await server.db
      .updateTable('student_applications')
      .set({ class_id: school.schools.here.classes[1]! })
      .where('user_id', '=', leaves.user.id)
      .execute()
    const refused = async ({ client }: typeof stays) =>
      (await client.send('GET /v1/exam_start', { id: exam, device: randomUUID() })).data.reason
    server.clock.set(testStart + 300)
    expect(await refused(leaves)).toBe('class')
    server.clock.set(testStart + 3600)
    expect(await refused(stays)).toBe('ended')
  })

  it('allows a second attempt if the exam permits two', async () => {
    const exam = await school.publish({ attempts: 2 })
    const { client } = await school.student()
    const first = await start(client, exam)
    await client.call(submit, { attempt: first.attempt.id, epoch: 1, steps: stepsFor(first, false) })
    await school.tick()
    expect((await client.call(show, { id: first.attempt.id })).retry).toBe(true)
    const second = await start(client, exam)
    expect(second.attempt).toMatchObject({ number: 2, state: 'running' })
    expect(second.answers).toEqual([])
    await client.call(submit, { attempt: second.attempt.id, epoch: 1, steps: stepsFor(second) })
    await school.tick()
    const info = await client.call('GET /v1/examination_info', { id: exam })
    expect(info).toMatchObject({
      attemptsUsed: 2,
      attempts: [
        { score: 0, passed: false },
        { score: 10, passed: true },
      ],
    })
    expect(info.types).toMatchObject([{ type: 'single', count: 1, score: 2 }, {}, {}, {}])
    const records = await client.call('GET /v1/exam_records', { exam, pageSize: 1 })
    expect(records).toMatchObject({ total: 2, hasMore: true, list: [{ number: 2, score: 10, maxScore: 10 }] })
    const rest = await client.call('GET /v1/exam_records', { exam, pageSize: 1, lastItem: records.lastItem! })
    expect(rest).toMatchObject({ hasMore: false, list: [{ number: 1 }] })
  })

  it('attempts of other students are reported as not found by every call with an attempt id', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const { client: other } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    await client.call(submit, { attempt, epoch: 1, steps: stepsFor(paper) })
    await school.tick()
    for (const [name, input] of [
      [save, { attempt, epoch: 1, steps: stepsFor(paper) }],
      [save, { attempt, epoch: 1, steps: [] }],
      [submit, { attempt, epoch: 1 }],
      ['POST /v1/exam_leave', { attempt, epoch: 1, leaves: [{ seq: 1, at: testStart, seconds: 3 }] }],
      ['POST /v1/exam_message_read', { attempt, message: attempt }],
      [show, { id: attempt }],
      ['GET /v1/examination/question_analysis/read_permission', { id: attempt }],
    ] as const)
      expect(await other.send(name, input)).toMatchObject({ code: 0, data: { error: 'attempt-not-found' } })
    expect((await other.call('GET /v1/exam_records', { exam })).list).toEqual([])
  })
})

describe('exam_list', () => {
  it("lists the exams of the student's class: running first, then upcoming, then past", async () => {
    const { client } = await school.student('there', 1)
    const publish = (title: string, startsAt: number, endsAt: number) =>
      school.publish({
        title,
        startsAt: testStart + startsAt,
        endsAt: testStart + endsAt,
        school: 'there',
        classes: ['two'],
      })
    await publish('早就结束', -9000, -8000)
    await publish('以后', 900, 1900)
    await publish('刚结束', -900, -100)
    await publish('进行中', -100, 900)
    const { list, total } = await client.call('GET /v1/exam_list', {})
    expect(list.map(({ title, status }) => [title, status])).toEqual([
      ['进行中', 1],
      ['以后', 0],
      ['刚结束', 2],
      ['早就结束', 2],
    ])
    expect(total).toBe(4)
    expect(list[0]).toMatchObject({ now_date: testStart, examination_start: testStart - 100, school: 'there大学' })
    const ended = await client.call('GET /v1/exam_list', { status: 2, pageSize: 1 })
    expect(ended).toMatchObject({ total: 2, hasMore: true, list: [{ title: '刚结束' }] })
  })
})

describe('questions of an exam', () => {
  it('questions of an exam are not shown anywhere else until the exam ends', async () => {
    const owner = await school.student()
    const drill = await server.db
      .selectFrom('curricula')
      .select(['id', 'uid'])
      .where('slug', '=', 'drill')
      .executeTakeFirstOrThrow()
    const { grantEntitlement: grant } = await import('../access/public')
    await grant(server.db, { userId: owner.user.id, curriculumId: drill.id, source: 'free', now: testStart })
    const begin = (fresh = true) =>
      owner.client.call('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'random', count: 10, fresh })
    const before = await begin()
    expect(before.count).toBe(4)
    await school.publish({
      questions: [{ from: { kind: 'bank', slug: 'drill' }, slugs: ['single', 'judge'] }],
      pass: 1,
    })
    expect((await begin()).count).toBe(2)
    // A practice started before the exam does not show the questions either.
    const shown = await owner.client.call('GET /v1/bank_practice_questions', { id: before.id, from: 0 })
    expect(shown.map(({ question }) => question.type).sort()).toEqual(['blank', 'multiple'])
    const hidden = uidOf('single', 'drill')
    expect(
      await owner.client.send('POST /v1/bank_practice_answer', {
        id: before.id,
        question: hidden,
        answer: { type: 'single', options: [] },
      }),
    ).toMatchObject({ code: 7 })
    expect((await owner.client.send('POST /v1/question_favourite', { id: hidden, on: true })).code).toBe(7)
    expect((await owner.client.call('GET /v1/bank_home', { id: drill.uid })).chapters).toMatchObject([{ count: 2 }])
    server.clock.set(testStart + 3600 + 31)
    expect((await begin()).count).toBe(4)
  })
})
