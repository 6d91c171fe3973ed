import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { start, stemMark, uidOf } from '../exams.fixture'
import { writeSeen } from '../presence'
import { type Desk, startDesk } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const save = 'POST /v1/exam_save'
const say = 'POST /staff/v1/exam_message'

async function openRoom() {
  const exam = await desk.school.publish()
  const [one, two] = [await desk.school.student(), await desk.school.student()]
  return {
    exam,
    one: { ...one, attempt: (await start(one.client, exam)).attempt.id },
    two: { ...two, attempt: (await start(two.client, exam)).attempt.id },
  }
}

describe('exam_message', () => {
  it('a message about a question quotes its stem to students and has its number for staff', async () => {
    const { exam, one } = await openRoom()
    const question = uidOf('judge')
    const { message } = await desk.teacher.call(say, { exam, body: '“不是”改为“是”', question })
    expect(message.question).toEqual({ id: question, number: 3, stem: `${stemMark}判断。` })
    const { messages } = await one.client.call(save, { attempt: one.attempt, epoch: 1, steps: [] })
    expect(messages).toMatchObject([{ body: '“不是”改为“是”', question: { id: question, stem: `${stemMark}判断。` } }])
    expect(await desk.teacher.send(say, { exam, body: '错', question: uidOf('single', 'drill') })).toMatchObject({
      data: { error: 'question-not-found' },
    })
  })

  it('exam_message returns how many of the addressed students are offline', async () => {
    const { exam, one } = await openRoom()
    desk.server.clock.advance(60)
    await one.client.call(save, { attempt: one.attempt, epoch: 1, steps: [] })
    await writeSeen(desk.server.db)
    expect(await desk.teacher.call(say, { exam, body: '还有半小时' })).toMatchObject({ students: 2, offline: 1 })
  })
})

describe('exam_message_read', () => {
  const readTimes = async (exam: string) => {
    const { students } = await desk.teacher.call('GET /staff/v1/exam_live', { id: exam })
    return new Map(students.map(({ student, messagesReadAt }) => [student, messagesReadAt]))
  }

  it('staff see up to which message a student has read; confirming an older message changes nothing', async () => {
    const { exam, one, two } = await openRoom()
    const first = await desk.teacher.call(say, { exam, body: '第一条' })
    desk.server.clock.advance(30)
    const second = await desk.teacher.call(say, { exam, body: '第二条' })
    const confirm = (message: string) =>
      one.client.call('POST /v1/exam_message_read', { attempt: one.attempt, message })
    await confirm(second.message.id)
    await confirm(first.message.id)
    const read = await readTimes(exam)
    expect([read.get(one.user.uid), read.get(two.user.uid)]).toEqual([testStart + 30, null])
  })

  it('exam_message_read refuses the attempt of another student, and a message that was not addressed to the student', async () => {
    const { exam, one, two } = await openRoom()
    const { message } = await desk.teacher.call(say, { exam, body: '请举手', students: [two.user.uid] })
    const refused = { data: { error: 'attempt-not-found' } }
    const input = { attempt: two.attempt, message: message.id }
    expect(await one.client.send('POST /v1/exam_message_read', input)).toMatchObject(refused)
    expect(
      await one.client.send('POST /v1/exam_message_read', { attempt: one.attempt, message: message.id }),
    ).toMatchObject(refused)
    expect((await readTimes(exam)).get(two.user.uid)).toBeNull()
  })
})
