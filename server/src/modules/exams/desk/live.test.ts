import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import type { Client } from '../../../testing/client'
import { fixtureAnswer, start } from '../exams.fixture'
import { writeSeen } from '../presence'
import { type Desk, sit, startDesk } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const save = 'POST /v1/exam_save'
const reason = '机房断电'

describe('exam_message', () => {
  it('the next save returns the message of a teacher to the addressed students only', async () => {
    const { school, teacher } = desk
    const exam = await school.publish()
    const [one, two] = [await school.student(), await school.student()]
    const [first, second] = [await start(one.client, exam), await start(two.client, exam)]
    await teacher.call('POST /staff/v1/exam_message', { exam, body: '第 3 题的“左”应为“右”' })
    await teacher.call('POST /staff/v1/exam_message', { exam, body: '请调整摄像头', students: [two.user.uid] })
    const bodies = async (client: Client, attempt: string) =>
      (await client.call(save, { attempt, epoch: 1, steps: [] })).messages?.map(({ body }) => body)
    expect(await bodies(one.client, first.attempt.id)).toEqual(['第 3 题的“左”应为“右”'])
    expect(await bodies(two.client, second.attempt.id)).toEqual(['第 3 题的“左”应为“右”', '请调整摄像头'])
  })
})

describe('messages of a paused exam', () => {
  const bodiesOf = async (userId: number) => {
    const { rows } = await sql<{ title: string; body: string }>`
      select title, body from messages where user_id = ${userId} order by id`.execute(desk.server.db)
    return rows
  }

  it('the message at the end of a pause names the exact length of the pause', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const { client, user } = await school.student()
    await start(client, exam)
    await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
    server.clock.advance(61)
    await teacher.call('POST /staff/v1/exam_resume', { exam })
    expect((await bodiesOf(user.id)).at(-1)!.body).toContain('顺延 1 分 1 秒，')
  })

  it('ending a paused exam sends no message about resuming and also notifies students without an attempt', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const [one, two] = [await school.student(), await school.student()]
    await start(one.client, exam)
    await teacher.call('POST /staff/v1/exam_pause', { exam, reason })
    server.clock.advance(60)
    await teacher.call('POST /staff/v1/exam_end', { exam, reason: '改日再考' })
    expect((await bodiesOf(one.user.id)).map(({ title }) => title)).toEqual(['考试已暂停', '考试提前结束'])
    const [notice] = await bodiesOf(two.user.id)
    expect(notice).toMatchObject({ title: '考试提前结束', body: expect.stringContaining('改日再考') })
    expect(notice!.body).toContain('你还没有开始')
  })
})

it('exam_message refuses users outside the exam and unknown ids with the same message', async () => {
  const { school, teacher } = desk
  const exam = await school.publish()
  const { client, user } = await school.student()
  await start(client, exam)
  const stranger = await school.student('there')
  const send = (id: string) =>
    teacher.send('POST /staff/v1/exam_message', { exam, body: '请坐好', students: [user.uid, id] })
  const [foreign, unknown] = [await send(stranger.user.uid), await send(crypto.randomUUID())]
  expect(foreign).toMatchObject({ data: { error: 'exam-refused' } })
  expect(unknown.msg).toBe(foreign.msg)
})

describe('exam_live', () => {
  it('shows state, answered questions, page leaves, presence and deadline of every student', async () => {
    const { school, teacher, server } = desk
    const exam = await school.publish()
    const [answering, absent] = [await school.student(), await school.student()]
    const done = await sit(desk, exam, ['single'])
    const paper = await start(answering.client, exam)
    const attempt = paper.attempt.id
    const [a, b] = paper.questions
    const step = (seq: number, question: (typeof paper.questions)[number], cleared = false) => ({
      seq,
      question: question.id,
      answer: cleared ? null : fixtureAnswer(question),
      at: paper.now,
    })
    await answering.client.call(save, { attempt, epoch: 1, steps: [step(1, a!), step(2, b!), step(3, b!, true)] })
    await answering.client.call('POST /v1/exam_leave', {
      attempt,
      epoch: 1,
      leaves: [{ seq: 1, at: paper.now, seconds: 9 }],
    })
    await writeSeen(server.db)
    server.clock.advance(60)
    const live = await teacher.call('GET /staff/v1/exam_live', { id: exam })
    const of = (uid: string) => live.students.find(({ student }) => student === uid)
    expect(of(answering.user.uid)).toMatchObject({
      state: 'answering',
      answered: 1,
      leaves: 1,
      seenAt: testStart,
      offline: true,
      deadline: testStart + 2400,
    })
    expect(of(absent.user.uid)).toMatchObject({ state: 'waiting', attempt: null, answered: 0 })
    expect(live.students.find((one) => one.attempt === done.attempt)).toMatchObject({ state: 'submitted', answered: 4 })
    await answering.client.call(save, { attempt, epoch: 1, steps: [] })
    await writeSeen(server.db)
    const laterView = await teacher.call('GET /staff/v1/exam_live', { id: exam })
    expect(laterView.students.find(({ attempt: id }) => id === attempt)).toMatchObject({
      offline: false,
      seenAt: testStart + 60,
    })
  })
})
