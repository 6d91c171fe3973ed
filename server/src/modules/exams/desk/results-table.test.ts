import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff } from '../../../testing/staff'
import { uidOf } from '../exams.fixture'
import { allTypes, type Desk, runRegrades, sit, startDesk } from './desk.fixture'

let desk: Desk
let exam: string
beforeAll(async () => {
  desk = await startDesk()
  const { school, server } = desk
  exam = await school.publish({ classes: ['one', 'two'], shuffle: { questions: false, options: false } })
  // 10, 6, 3 and 3 points in class one, 7 in class two, one absent student.
  await sit(desk, exam, allTypes)
  await sit(desk, exam, ['single', 'multiple'])
  await sit(desk, exam, ['blank'])
  await sit(desk, exam, ['single', 'judge'])
  await sit(desk, exam, ['multiple', 'blank'], '', await school.student('here', 1))
  await school.student()
  server.clock.set(testStart + 3700)
  await school.tick()
})
beforeEach(() => desk.server.clock.set(testStart + 3700))
afterAll(() => desk.close())

describe('exam_results', () => {
  it('lists ranks with ties and absent students last, and pages do not repeat rows', async () => {
    const whole = await desk.teacher.call('GET /staff/v1/exam_results', { exam })
    expect(whole.total).toBe(6)
    expect(whole.list.map(({ rank, score, state }) => [rank, score, state])).toEqual([
      [1, 10, 'scored'],
      [2, 7, 'scored'],
      [3, 6, 'scored'],
      [4, 3, 'scored'],
      [4, 3, 'scored'],
      [null, null, 'absent'],
    ])
    const paged = []
    let after: string | undefined
    do {
      const page = await desk.teacher.call('GET /staff/v1/exam_results', { exam, limit: 2, after })
      paged.push(...page.list)
      after = page.next ?? undefined
    } while (after)
    expect(paged).toEqual(whole.list)
    const passed = await desk.teacher.call('GET /staff/v1/exam_results', { exam, passed: true })
    expect(passed.list.map(({ score }) => score)).toEqual([10, 7, 6])
  })

  it('exam_statistics computes the figures of all students and of each class', async () => {
    const { all, classes } = await desk.teacher.call('GET /staff/v1/exam_statistics', { exam })
    // 10 + 6 + 3 + 3 + 7 = 29; deviations² 17.64 + 0.04 + 7.84 + 7.84 + 1.44 = 34.8, / 4 = 8.7.
    expect(all).toMatchObject({ students: 6, absent: 1, scored: 5, average: 5.8, median: 6, best: 10, worst: 3 })
    expect(all.deviation).toBeCloseTo(2.95, 2)
    // The quartiles of 3, 3, 6, 7, 10 are the second and the fourth value.
    expect(all).toMatchObject({ lowerQuartile: 3, upperQuartile: 7 })
    expect(all).toMatchObject({ passed: 3, tenths: [0, 0, 0, 2, 0, 0, 1, 1, 0, 1] })
    expect(classes.map(({ name, scored, average }) => [name, scored, average])).toEqual([
      ['one 班', 4, 5.5],
      ['two 班', 1, 7],
    ])
    const compared = await desk.teacher.call('GET /staff/v1/exam_class_questions', { exam })
    expect(compared.classes.map(({ name }) => name)).toEqual(['one 班', 'two 班'])
    expect(compared.questions[0]).toMatchObject({ number: 1, all: 0.6, classes: [0.75, 0] })
  })
})

describe('exam_analysis', () => {
  it('exam_statistics equals figures computed by hand', async () => {
    const { students, alpha, items, average } = await desk.teacher.call('GET /staff/v1/exam_analysis', { exam })
    expect([students, average]).toEqual([5, 5.8])
    expect(items.map(({ p }) => p)).toEqual([0.6, 0.6, 0.4, 0.6])
    // Item variances 1.2, 4.8, 0.3, 2.7 (sum 9), total 8.7: 4/3 · (1 − 9 / 8.7).
    expect(alpha).toBeCloseTo((4 / 3) * (1 - 9 / 8.7), 10)
    const [single] = items
    expect(single!.options.map(({ label, all, right }) => [label, all, right])).toEqual([
      ['A', 0, false],
      ['B', 3, true],
      ['C', 2, false],
      ['D', 0, false],
      ['未答', 0, false],
    ])
    // The fixture saves one step every ten seconds.
    expect(items.map(({ medianSeconds }) => medianSeconds)).toEqual([10, 10, 10, 10])
  })
})

describe('exports', () => {
  const rowsOf = (base64: string) => {
    const book = read(Buffer.from(base64, 'base64'))
    return utils.sheet_to_json<(string | number)[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  }

  it('exam_export contains no names, and exam_export_names is refused without the permission', async () => {
    const file = await desk.teacher.call('POST /staff/v1/exam_export', { exam, format: 'csv' })
    const text = Buffer.from(file.base64, 'base64').toString('utf8')
    expect(text.startsWith('\uFEFF名次,编号,作答编号,状态,得分')).toBe(true)
    expect(text).not.toContain('某人')
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(7)
    expect(await desk.teacher.send('POST /staff/v1/exam_export_names', { exam, format: 'csv' })).toMatchObject({
      code: 9,
    })
  })

  it('exam_export_names gives a school administrator names and, as numbers, the points per question', async () => {
    const { server, school } = desk
    const user = await createStaff(server, 'school_admin', { kind: 'school', id: school.schools.here.id })
    const admin = await asStaff(server, user)
    const unproved = await asStaff(server, user, { proved: false })
    expect(await unproved.send('POST /staff/v1/exam_export_names', { exam, format: 'xlsx' })).toMatchObject({
      code: 10,
    })
    const [head, first] = rowsOf(
      (await admin.call('POST /staff/v1/exam_export_names', { exam, format: 'xlsx' })).base64,
    )
    expect(head).toEqual([
      '名次',
      '姓名',
      '学号',
      '班级',
      '状态',
      '得分',
      '用时（秒）',
      '离开次数',
      '第1题',
      '第2题',
      '第3题',
      '第4题',
    ])
    expect(first!.slice(5, 6)).toEqual([10])
    expect(first!.slice(8)).toEqual([2, 4, 1, 3])
  })
})

it('exam_attempt_view shows the answers of one student only to staff with the exam in scope', async () => {
  const { list } = await desk.teacher.call('GET /staff/v1/exam_results', { exam })
  const view = await desk.teacher.call('GET /staff/v1/exam_attempt_view', { attempt: list[0]!.attempt! })
  expect(view).toMatchObject({
    score: 10,
    student: { name: '某人' },
    questions: [{ number: 1, result: { score: 2 } }, {}, {}, {}],
  })
  const { server, school } = desk
  const foreign = await createStaff(server, 'teacher', { kind: 'class', id: school.schools.there.classes[0]! })
  const client = await asStaff(server, foreign)
  expect(await client.send('GET /staff/v1/exam_attempt_view', { attempt: list[0]!.attempt! })).toMatchObject({
    data: { error: 'attempt-not-found' },
  })
  const answers = await desk.teacher.call('GET /staff/v1/exam_question_answers', { exam, question: uidOf('single') })
  expect(answers.list.map(({ text }) => text).sort()).toEqual(['B', 'B', 'B', 'C', 'C'])
})

describe('figures and exports', () => {
  const rest = { shuffle: { questions: false, options: false } }

  it('average, deviation and standard error are scaled like the totals, without the void question', async () => {
    const { school, server, teacher } = desk
    server.clock.set(testStart)
    const other = await school.publish(rest)
    await sit(desk, other, allTypes)
    await sit(desk, other, ['single', 'judge'])
    await sit(desk, other, ['blank'])
    server.clock.set(testStart + 3700)
    await school.tick()
    const question = uidOf('multiple')
    await teacher.call('POST /staff/v1/exam_regrade', { exam: other, question, kind: 'void', reason: '有歧义' })
    await runRegrades(server)
    // Of the 6 remaining points the students have 6, 3 and 3: scaled to 10, 5 and 5 of 10.
    const analysis = await teacher.call('GET /staff/v1/exam_analysis', { exam: other })
    const { all } = await teacher.call('GET /staff/v1/exam_statistics', { exam: other })
    expect(all.average).toBe(6.67)
    expect(analysis.average).toBeCloseTo(20 / 3, 10)
    expect(analysis.deviation).toBeCloseTo(all.deviation!, 2)
    expect(analysis.standardError).toBeCloseTo(analysis.deviation! * Math.sqrt(Math.max(0, 1 - analysis.alpha!)), 10)
    const compared = await teacher.call('GET /staff/v1/exam_class_questions', { exam: other })
    expect(compared.questions.map(({ number }) => number)).toEqual([1, 3, 4])
    const file = await teacher.call('POST /staff/v1/exam_export', { exam: other, format: 'csv' })
    const [head, first] = Buffer.from(file.base64, 'base64').toString('utf8').split('\r\n')
    expect(head).toContain('第1题,第2题（作废）,第3题')
    expect(first!.split(',').slice(-4)).toEqual(['2', '', '1', '3'])
  })

  it('a student who joins the class after an exam does not count as absent', async () => {
    const { school, server, teacher } = desk
    server.clock.set(testStart)
    const exam = await school.publish(rest)
    await sit(desk, exam, allTypes)
    const counts = async () => {
      const { students } = await teacher.call('GET /staff/v1/exam_info', { id: exam })
      const { all } = await teacher.call('GET /staff/v1/exam_statistics', { exam })
      return [students, all.students, all.absent]
    }
    server.clock.set(testStart + 3700)
    await school.tick()
    const before = await counts()
    await school.student()
    expect(await counts()).toEqual(before)
  })

  it('exports students who have not entered a running exam as 未交卷, like the results page', async () => {
    const { school, server, teacher } = desk
    server.clock.set(testStart)
    const open = await school.publish(rest)
    await school.student()
    const file = await teacher.call('POST /staff/v1/exam_export', { exam: open, format: 'csv' })
    const text = Buffer.from(file.base64, 'base64').toString('utf8')
    expect(text).toContain('未交卷')
    expect(text).not.toContain('作答中')
  })
})
