import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff } from '../../../testing/staff'
import { uidOf } from '../exams.fixture'
import { effectiveGrade } from '../grades'
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
const show = 'GET /v1/show_exam'
const key = () => crypto.randomUUID()

async function waiting(texts: string[]) {
  const exam = await desk.school.publish(wholePool)
  const sat = []
  for (const text of texts) sat.push(await sit(desk, exam, allTypes, text))
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  return { exam, sat }
}

describe('effectiveGrade', () => {
  const grade = (id: number, score: number, by: number | null, decisive = false) => ({ id, score, by, decisive })
  const double = { double: true, difference: 100 }
  it.each([
    ['without grades the answer waits', [], double, 'waiting', null],
    ['after one of two grades the answer waits for the second', [grade(1, 300, 1)], double, 'second', null],
    ['two similar grades are averaged, rounded half up', [grade(1, 300, 1), grade(2, 355, 2)], double, 'graded', 328],
    ['two grades beyond the difference need a third', [grade(1, 100, 1), grade(2, 300, 2)], double, 'third', null],
    [
      'a decisive third grade is the score',
      [grade(1, 100, 1), grade(2, 300, 2), grade(3, 250, 3, true)],
      double,
      'graded',
      250,
    ],
    ['two grades of one grader wait for a second grader', [grade(1, 100, 1), grade(2, 300, 1)], double, 'second', null],
    [
      'with single grading the newest grade is the score',
      [grade(1, 100, 1), grade(2, 300, 2)],
      { double: false, difference: 0 },
      'graded',
      300,
    ],
  ] as const)('effectiveGrade returns the score for %s', (_case, grades, doubling, state, score) => {
    expect(effectiveGrade([...grades], doubling)).toMatchObject({ state, score })
  })
})

describe('grading', () => {
  it('a grader scores by rubric points, and the student sees points, comment and rubric', async () => {
    const { exam, sat } = await waiting(['因为如此。'])
    const { answers, left } = await desk.teacher.call(take, { exam, question })
    expect(answers).toMatchObject([{ state: 'waiting', answer: { text: '因为如此。' }, student: null, equals: [] }])
    expect(left).toBe(1)
    const grade = { key: key(), answers: [answers[0]!.id], score: null, points: [1], comment: '缺第一点' }
    const done = await desk.teacher.call(save, { exam, question, grades: [grade] })
    expect(done).toMatchObject({ saved: [{ key: grade.key, state: 'graded' }], refused: [] })
    // Repeating a save with the same idempotency key changes nothing.
    await desk.teacher.call(save, { exam, question, grades: [{ ...grade, score: 5 }] })
    const { client, attempt } = sat[0]!
    expect(await client.call(show, { id: attempt })).toMatchObject({
      scoreState: 'scored',
      score: 13,
      grades: [
        { question, part: null, score: 3, comment: '缺第一点', rubric: [{ met: false }, { met: true, score: 3 }] },
      ],
    })
  })

  it('two graders get different answers; grades for claimed answers are refused until the claims expire', async () => {
    const { exam } = await waiting(['答案一', '答案二', '答案三', '答案四'])
    const second = await desk.another('李老师')
    const [firstTaken, secondTaken] = await Promise.all([
      desk.teacher.call(take, { exam, question, limit: 2 }),
      second.call(take, { exam, question, limit: 2 }),
    ])
    const ids = [...firstTaken.answers, ...secondTaken.answers].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    const grades = ids.map((id) => ({ key: key(), answers: [id], score: 2 }))
    const done = await desk.teacher.call(save, { exam, question, grades })
    expect(done.saved).toHaveLength(2)
    expect(done.refused.map(({ reason, answer }) => [reason, answer])).toEqual(
      secondTaken.answers.map(({ id }) => ['claimed', id]),
    )
    desk.server.clock.advance(601)
    const again = await desk.teacher.call(take, { exam, question })
    expect(again.answers.map(({ id }) => id).sort()).toEqual(secondTaken.answers.map(({ id }) => id).sort())
    const late = await second.call(save, { exam, question, grades: grades.slice(2) })
    expect(late.saved).toEqual([])
  })

  it('if two graders save the same answers at once, each answer gets only one score', async () => {
    const { exam } = await waiting(['甲', '乙', '丙'])
    const second = await desk.another('赵老师')
    const { list } = await desk.teacher.call('GET /staff/v1/grading_answers', { exam, question })
    const gradesOf = (score: number) => list.map(({ id }) => ({ key: key(), answers: [id], score }))
    const [a, b] = await Promise.all([
      desk.teacher.call(save, { exam, question, grades: gradesOf(1) }),
      second.call(save, { exam, question, grades: gradesOf(5).reverse() }),
    ])
    expect(a.saved.length + b.saved.length).toBe(3)
    expect(a.refused.length + b.refused.length).toBe(3)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from exam_grades g join question_attempts q on q.id = g.question_attempt_id
      where q.uid = any(${list.map(({ id }) => id)}::uuid[])`.execute(desk.server.db)
    expect(rows[0]!.count).toBe(3)
  })

  it('one grade scores a group of equal answers, and undoing it removes all these scores', async () => {
    const { exam, sat } = await waiting(['Same answer.', 'Same  answer', '别的'])
    const groups = await desk.teacher.call('GET /staff/v1/grading_groups', { exam, question })
    expect(groups).toMatchObject([{ count: 2, waiting: 2, score: null }])
    const { answers } = await desk.teacher.call(take, { exam, question })
    const group = answers.find(({ equals }) => equals.length === 1)!
    expect(group.spellings.sort()).toEqual(['Same  answer', 'Same answer.'])
    const grade = { key: key(), answers: [group.id, ...group.equals], score: 4.5 }
    await desk.teacher.call(save, { exam, question, grades: [grade] })
    const scores = async () => {
      const all = []
      for (const { client, attempt } of sat) all.push((await client.call(show, { id: attempt })).score)
      return all
    }
    expect(await scores()).toEqual([14.5, 14.5, null])
    const undone = await desk.teacher.call('POST /staff/v1/grading_undo', { exam, key: grade.key })
    expect(undone.answers.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await scores()).toEqual([null, null, null])
    const second = await desk.another('孙老师')
    expect(await second.send('POST /staff/v1/grading_undo', { exam, key: key() })).toMatchObject({
      data: { error: 'grade-not-found' },
    })
  })

  it('averages the scores of two graders, and needs a third grader if they differ too much', async () => {
    const { exam, sat } = await waiting(['一个回答', '另一个回答'])
    const setup = { exam, question, version: 0, double: true, difference: 1, anonymous: true, rubric: null }
    await desk.teacher.call('POST /staff/v1/grading_setup', setup)
    expect(await desk.teacher.send('POST /staff/v1/grading_setup', setup)).toMatchObject({
      data: { error: 'setup-changed' },
    })
    const [second, third] = [await desk.another('钱老师'), await desk.another('周老师')]
    const { answers } = await desk.teacher.call(take, { exam, question })
    const ids = answers.map(({ id }) => id)
    const grade = (client: typeof second, scores: number[]) =>
      client.call(save, {
        exam,
        question,
        grades: scores.map((score, i) => ({ key: key(), answers: [ids[i]!], score })),
      })
    expect((await grade(desk.teacher, [3, 1])).saved.map(({ state }) => state)).toEqual(['second', 'second'])
    expect((await desk.teacher.call(take, { exam, question })).answers).toEqual([])
    const seen = (await second.call(take, { exam, question })).answers
    // Graders do not see each other's scores.
    expect(seen.map(({ grades }) => grades)).toEqual([[], []])
    expect((await grade(second, [4, 4])).saved.map(({ state }) => state)).toEqual(['graded', 'third'])
    const open = (await third.call(take, { exam, question, state: 'third' })).answers
    expect(open).toMatchObject([{ id: ids[1], grades: [{ score: 1 }, { score: 4 }] }])
    await third.call(save, { exam, question, grades: [{ key: key(), answers: [ids[1]!], score: 2 }] })
    const byId = []
    for (const { client, attempt } of sat) byId.push((await client.call(show, { id: attempt })).score)
    expect(byId.sort()).toEqual([12, 13.5])
  })

  it('a grader sees only the granted exam, without names, and cannot give more than the maximum points', async () => {
    const { exam } = await waiting(['回答'])
    const other = await waiting(['回答'])
    const { rows } = await sql<{ id: number }>`select id from exams where uid = ${exam}::uuid`.execute(desk.server.db)
    const user = await createStaff(desk.server, 'grader', { kind: 'exam', id: rows[0]!.id })
    const grader = await asStaff(desk.server, user)
    expect(await grader.send('GET /staff/v1/grading_overview', { exam: other.exam })).toMatchObject({
      data: { error: 'exam-not-found' },
    })
    expect(await grader.send('GET /staff/v1/exam_results', { exam })).toMatchObject({ code: 9 })
    const overview = await grader.call('GET /staff/v1/grading_overview', { exam })
    expect(overview.questions).toMatchObject([{ number: '5', waiting: 1, total: 1, maxScore: 5 }])
    const { answers } = await grader.call(take, { exam, question })
    expect(answers[0]!.student).toBeNull()
    const grades = [{ key: key(), answers: [answers[0]!.id], score: 5.01 }]
    expect(await grader.send(save, { exam, question, grades })).toMatchObject({ data: { error: 'grade-refused' } })
  })

  it('grading_list lists the exams in scope with the number of answers that the caller can grade', async () => {
    const { exam } = await waiting(['甲', '乙', '丙'])
    const other = await waiting(['丁'])
    const { rows } = await sql<{ id: number }>`select id from exams where uid = ${exam}::uuid`.execute(desk.server.db)
    const grader = await asStaff(
      desk.server,
      await createStaff(desk.server, 'grader', { kind: 'exam', id: rows[0]!.id }),
    )
    const setup = { exam, question, version: 0, double: true, difference: 1, anonymous: true, rubric: null }
    await desk.teacher.call('POST /staff/v1/grading_setup', setup)
    const { answers } = await grader.call(take, { exam, question })
    const give = (client: typeof grader, id: string, score: number) =>
      client.call(save, { exam, question, grades: [{ key: key(), answers: [id], score }] })
    await give(grader, answers[0]!.id, 1)
    await give(desk.teacher, answers[0]!.id, 5)
    await give(grader, answers[1]!.id, 3)
    const ownList = await grader.call('GET /staff/v1/grading_list', {})
    expect(ownList).toMatchObject({
      waiting: 1,
      list: [{ id: exam, state: 'marking', questions: 1, total: 3, graded: 0, waiting: 1, third: 0, mine: 2 }],
    })
    const teacherList = await desk.teacher.call('GET /staff/v1/grading_list', {})
    expect(teacherList.list.find(({ id }) => id === exam)).toMatchObject({ waiting: 2, third: 0, mine: 1 })
    expect(teacherList.list.map(({ id }) => id)).toContain(other.exam)
    expect(teacherList.waiting).toBe(teacherList.list.reduce((sum, one) => sum + one.waiting, 0))
  })

  it('grading_take returns the requested and claimed answers first; grading_release ends the claims', async () => {
    const { exam } = await waiting(['甲', '乙', '丙', '丁'])
    const { list } = await desk.teacher.call('GET /staff/v1/grading_answers', { exam, question })
    const ids = list.map(({ id }) => id)
    const only = await desk.teacher.call(take, { exam, question, limit: 1, answer: ids[2]! })
    expect(only.answers.map(({ id }) => id)).toEqual([ids[2]])
    const two = await desk.teacher.call(take, { exam, question, limit: 2 })
    expect(two.answers.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    const released = await desk.teacher.call('POST /staff/v1/grading_release', { exam, question })
    expect(released).toEqual({ released: 2 })
    const second = await desk.another('吴老师')
    expect((await second.call(take, { exam, question })).answers).toHaveLength(4)
    // A requested answer that another grader has claimed is not returned.
    expect((await desk.teacher.call(take, { exam, question, answer: ids[0]! })).answers).toEqual([])
  })

  it('after an undo the claim of the grader stays, so that no other grader gets the answer', async () => {
    const { exam } = await waiting(['甲'])
    const { answers } = await desk.teacher.call(take, { exam, question })
    const grade = { key: key(), answers: [answers[0]!.id], score: 2 }
    await desk.teacher.call(save, { exam, question, grades: [grade] })
    await desk.teacher.call('POST /staff/v1/grading_undo', { exam, key: grade.key })
    const second = await desk.another('郑老师')
    expect((await second.call(take, { exam, question })).answers).toEqual([])
    // Repeating the save of the undone grade does not restore the grade.
    await desk.teacher.call(save, { exam, question, grades: [grade] })
    const { list } = await desk.teacher.call('GET /staff/v1/grading_answers', { exam, question })
    expect(list).toMatchObject([{ state: 'waiting', score: null }])
    await desk.teacher.call(save, { exam, question, grades: [{ ...grade, key: key(), score: 4 }] })
    const after = await desk.teacher.call('GET /staff/v1/grading_answers', { exam, question })
    expect(after.list).toMatchObject([{ state: 'graded', score: 4 }])
  })

  it('grading_phrases lists the phrases that the grader saved, most used first', async () => {
    for (const text of ['要点不全', '很好', '很好'])
      await desk.teacher.call('POST /staff/v1/grading_phrase_save', { text })
    const phrases = await desk.teacher.call('GET /staff/v1/grading_phrases', {})
    expect(phrases.map(({ text, uses }) => [text, uses])).toEqual([
      ['很好', 2],
      ['要点不全', 1],
    ])
    await desk.teacher.call('POST /staff/v1/grading_phrase_delete', { id: phrases[0]!.id })
    expect(await desk.teacher.call('GET /staff/v1/grading_phrases', {})).toHaveLength(1)
  })
})
