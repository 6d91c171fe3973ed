import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { uidOf } from '../exams.fixture'
import { allTypes, type Desk, sit, startDesk, wholePool } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const question = uidOf('short')
const save = 'POST /staff/v1/grading_save'
const take = 'POST /staff/v1/grading_take'
const setup = 'POST /staff/v1/grading_setup'
const flag = 'POST /staff/v1/grading_flag'
const undo = 'POST /staff/v1/grading_undo'
const list = 'GET /staff/v1/grading_answers'
const show = 'GET /v1/show_exam'

async function waiting(texts: string[]) {
  const exam = await desk.school.publish(wholePool)
  const sat = []
  for (const text of texts) sat.push(await sit(desk, exam, allTypes, text))
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  const { list: rows } = await desk.teacher.call(list, { exam, question })
  return { exam, sat, ids: rows.map(({ id }) => id) }
}

type Staff = Desk['teacher']

/** Saves a score for an answer; returns the idempotency key and the response. */
async function give(staff: Staff, exam: string, id: string, score: number | null, more: object = {}) {
  const key = crypto.randomUUID()
  const done = await staff.call(save, { exam, question, grades: [{ key, answers: [id], score, ...more }] })
  return { key, ...done }
}

const double = { question, version: 0, double: true, difference: 1, anonymous: true }

const messagesOf = async ({ attempt }: { attempt: string }) => {
  const { rows } = await sql<{ body: string }>`
    select body from messages where title = '考试成绩有变' and link like ${`%${attempt}`}`.execute(desk.server.db)
  return rows
}

const audited = async (name: string) => {
  const call = name.split('/').at(-1)!
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit where call = ${call} order by id desc limit 1`.execute(desk.server.db)
  return rows[0]
}

describe('grading_take', () => {
  it('does not group the answers -5 and 5 as equal', async () => {
    const { exam } = await waiting(['-5', '5'])
    const { answers } = await desk.teacher.call(take, { exam, question })
    expect(answers.map(({ equals }) => equals)).toEqual([[], []])
  })

  it('with order "similar" returns similar answers next to each other but does not group them', async () => {
    const { exam } = await waiting(['进程是资源分配的单位', '栈是后进先出', '进程是资源分配的基本单位'])
    const { answers } = await desk.teacher.call(take, { exam, question, order: 'similar' })
    const texts = answers.map(({ answer }) => (answer?.type === 'short' ? answer.text : ''))
    expect(texts).toEqual(['进程是资源分配的单位', '进程是资源分配的基本单位', '栈是后进先出'])
    expect(answers.every(({ equals }) => equals.length === 0)).toBe(true)
    const two = await desk.teacher.call(take, { exam, question, order: 'similar', limit: 2 })
    expect(two.answers.map(({ id }) => id)).toEqual(answers.slice(0, 2).map(({ id }) => id))
  })

  it('with a class returns only answers of that class, without names', async () => {
    const { exam, sat } = await waiting(['甲', '乙', '丙'])
    const { db } = desk.server
    const { rows } = await sql<{ id: number; uid: string }>`
      select id, uid from classes where id = ${desk.school.schools.here.classes[1]!}`.execute(db)
    await sql`update student_applications set class_id = ${rows[0]!.id} where user_id =
      (select user_id from exam_attempts where uid = ${sat[1]!.attempt}::uuid)`.execute(db)
    const { classes } = await desk.teacher.call('GET /staff/v1/grading_question', { exam, question })
    expect(classes.map(({ open }) => open).sort()).toEqual([1, 2])
    const { answers, left } = await desk.teacher.call(take, { exam, question, class: rows[0]!.uid })
    expect([answers.map(({ answer, student }) => [answer, student]), left]).toEqual([
      [[{ type: 'short', text: '乙' }, null]],
      1,
    ])
  })

  it('returns no answers to a void question, and grading_list does not count them', async () => {
    const { exam } = await waiting(['甲'])
    const { rows } = await sql<{ id: number }>`select id from exams where uid = ${exam}::uuid`.execute(desk.server.db)
    await sql`insert into exam_rulings (exam_id, position, kind, reason, at)
      values (${rows[0]!.id}, 4, 'void', '题目有误', 0)`.execute(desk.server.db)
    expect(await desk.teacher.call(take, { exam, question })).toEqual({
      answers: [],
      left: 0,
      held: 0,
      heldUntil: null,
    })
    const { list: exams } = await desk.teacher.call('GET /staff/v1/grading_list', {})
    expect(exams.find(({ id }) => id === exam)).toBeUndefined()
    const { questions } = await desk.teacher.call('GET /staff/v1/grading_overview', { exam })
    expect(questions).toMatchObject([{ isVoid: true }])
  })
})

describe('double grading', () => {
  it('graders who correct their own disputed score do not decide it alone; a third grader is needed', async () => {
    const { exam, ids } = await waiting(['回答'])
    const id = ids[0]!
    await desk.teacher.call(setup, { ...double, exam })
    const [second, third] = [await desk.another('钱老师'), await desk.another('周老师')]
    await give(desk.teacher, exam, id, 1)
    expect((await give(second, exam, id, 5)).saved).toMatchObject([{ state: 'third' }])
    const seen = await desk.teacher.call(list, { exam, question, mine: true })
    expect(seen.list[0]!.grades.map(({ score }) => score)).toEqual([1])
    expect((await give(desk.teacher, exam, id, 1.5, { again: true })).saved).toMatchObject([{ state: 'third' }])
    expect((await give(desk.teacher, exam, id, 4, { again: true })).saved).toMatchObject([{ state: 'graded' }])
    expect((await desk.teacher.call(list, { exam, question })).list[0]!.score).toBe(4.5)
    expect((await give(second, exam, id, 2, { again: true })).saved).toMatchObject([{ state: 'third' }])
    expect((await give(third, exam, id, 3)).saved).toMatchObject([{ state: 'graded' }])
    expect((await give(third, exam, id, 2.5, { again: true })).saved).toMatchObject([{ state: 'graded' }])
    expect((await desk.teacher.call(list, { exam, question })).list[0]!.score).toBe(2.5)
  })

  it('switching off double grading makes open scores final; switching it on does not reopen final scores', async () => {
    const { exam, sat, ids } = await waiting(['一', '二', '三'])
    await desk.teacher.call(setup, { ...double, exam })
    const second = await desk.another('冯老师')
    await give(desk.teacher, exam, ids[0]!, 3)
    await give(desk.teacher, exam, ids[1]!, 1)
    await give(second, exam, ids[1]!, 5)
    await desk.teacher.call(setup, { ...double, exam, version: 1, double: false })
    const states = async () =>
      (await desk.teacher.call(list, { exam, question })).list.map(({ state, score }) => [state, score])
    expect(await states()).toEqual([
      ['graded', 3],
      ['graded', 5],
      ['waiting', null],
    ])
    expect(await audited(setup)).toMatchObject({
      before: { double: true, difference: 1 },
      after: { double: false, settled: 2 },
    })
    await desk.teacher.call(setup, { ...double, exam, version: 2 })
    expect((await give(desk.teacher, exam, ids[0]!, 2, { again: true })).saved).toMatchObject([{ state: 'graded' }])
    expect(await sat[0]!.client.call(show, { id: sat[0]!.attempt })).toMatchObject({ grades: [{ score: 2 }] })
  })
})

describe('corrections after release', () => {
  it('stores a corrected score in the history, and notifies the student once, when the total is final', async () => {
    const { exam, sat, ids } = await waiting(['回答'])
    const [one] = sat
    const { key } = await give(desk.teacher, exam, ids[0]!, 3)
    await desk.school.tick()
    expect(await messagesOf(one!)).toEqual([])
    await desk.teacher.call(undo, { exam, key })
    const between = await one!.client.call(show, { id: one!.attempt })
    expect([between.score, await messagesOf(one!)]).toEqual([null, []])
    await give(desk.teacher, exam, ids[0]!, 4.5)
    const messages = await messagesOf(one!)
    expect(messages.map(({ body }) => body)).toEqual([expect.stringContaining('由 13 变为 14.5')])
    const { history } = await one!.client.call(show, { id: one!.attempt })
    expect(history).toMatchObject([{ before: 13, after: 14.5, reason: '人工评分更正' }])
    const view = await desk.teacher.call('GET /staff/v1/exam_attempt_view', { attempt: one!.attempt })
    expect(view.questions[4]!.history).toMatchObject([{ before: 3, after: 4.5 }])
    // Saving the same score again is not a change: no second message.
    await give(desk.teacher, exam, ids[0]!, 4.5, { again: true })
    expect(await messagesOf(one!)).toHaveLength(1)
  })

  it('a score changed by an appeal is stored in the history; the student is notified only of the answer to the appeal', async () => {
    const { exam, sat, ids } = await waiting(['回答'])
    const { client, attempt } = sat[0]!
    await give(desk.teacher, exam, ids[0]!, 2)
    await desk.school.tick()
    await client.call('POST /v1/exam_appeal', { attempt, question, reason: '第二点写了，请再看一下' })
    const { list: appeals } = await desk.teacher.call('GET /staff/v1/appeal_list', { exam })
    await desk.teacher.call('POST /staff/v1/appeal_answer', { id: appeals[0]!.id, answer: '已补分', score: 4 })
    const { history } = await client.call(show, { id: attempt })
    expect(history).toMatchObject([{ before: 12, after: 14, reason: '成绩复核' }])
    expect(await messagesOf(sat[0]!)).toEqual([])
  })
})

describe('rubric changes', () => {
  const rubric = [
    { score: 1, text: '新的第一点' },
    { score: 4, text: '新的第二点' },
  ]

  it('after a change of the rubric, students still see the rubric with which their answer was scored', async () => {
    const { exam, sat, ids } = await waiting(['回答'])
    await give(desk.teacher, exam, ids[0]!, null, { points: [1] })
    const shown = async () => (await sat[0]!.client.call(show, { id: sat[0]!.attempt })).grades![0]!.rubric
    const before = await shown()
    await desk.teacher.call(setup, { ...double, exam, double: false, rubric })
    expect(await shown()).toEqual(before)
  })

  it('grading_save refuses rubric points of an older rubric, and stores scores without rubric points', async () => {
    const { exam, ids } = await waiting(['一', '二'])
    const { progress } = await desk.teacher.call('GET /staff/v1/grading_question', { exam, question })
    const { rubricId } = progress.setup
    await desk.teacher.call(setup, { ...double, exam, double: false, rubric })
    const old = await give(desk.teacher, exam, ids[0]!, 3, { points: [1], rubricId })
    expect(old).toMatchObject({ saved: [], refused: [{ answer: ids[0], reason: 'rubric' }] })
    expect((await give(desk.teacher, exam, ids[1]!, 3, { rubricId })).saved).toHaveLength(1)
  })
})

describe('grading_save', () => {
  it('writes an audit entry with the answers and their scores before and after', async () => {
    const { exam, ids } = await waiting(['回答'])
    await give(desk.teacher, exam, ids[0]!, 2)
    const { key } = await give(desk.teacher, exam, ids[0]!, null, { points: [1], again: true })
    expect(await audited(save)).toMatchObject({
      before: { grades: [{ answer: ids[0], score: 2 }] },
      after: { question: '5', grades: [{ answer: ids[0], key, score: 3 }] },
    })
  })

  it('rejects more than a thousand answers in one call', async () => {
    const { exam } = await waiting(['回答'])
    const answers = Array.from({ length: 400 }, () => crypto.randomUUID())
    const grades = [0, 1, 2].map(() => ({ key: crypto.randomUUID(), answers, score: 1 }))
    expect(await desk.teacher.send(save, { exam, question, grades })).toMatchObject({
      data: { error: 'invalid-input' },
    })
  })
})

describe('grading_flag', () => {
  it('flags an answer for another grader, who finds it in the list and removes the flag', async () => {
    const { exam, ids } = await waiting(['一', '二'])
    const second = await desk.another('陈老师')
    const input = { exam, question, answer: ids[1]! }
    expect(await second.call(flag, { ...input, flagged: true })).toMatchObject({ flag: { isMine: true } })
    await second.call(flag, { ...input, flagged: true })
    const found = await desk.teacher.call(list, { exam, question, flagged: true })
    expect(found.list).toMatchObject([{ id: ids[1], flag: { by: '陈老师', isMine: false } }])
    const overview = await desk.teacher.call('GET /staff/v1/grading_overview', { exam })
    expect(overview.questions).toMatchObject([{ flagged: 1 }])
    expect(await desk.teacher.call(flag, { ...input, flagged: false })).toEqual({ flag: null })
    expect(await desk.teacher.send(flag, { ...input, answer: crypto.randomUUID(), flagged: true })).toMatchObject({
      data: { error: 'grade-not-found' },
    })
  })
})
