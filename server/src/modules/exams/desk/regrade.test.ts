import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/transaction'
import { testStart } from '../../../testing/app'
import { fixtureAnswer, uidOf } from '../exams.fixture'
import { setManualScore } from '../manual-grading'
import { allTypes, type Desk, runRegrades, sit, startDesk, wholePool } from './desk.fixture'
import { runRegrade } from './regrade-job'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const show = 'GET /v1/show_exam'
const reason = '答案有误'

async function finished(rights: string[][], plan = {}) {
  const exam = await desk.school.publish({ shuffle: { questions: false, options: false }, ...plan })
  const sat = []
  for (const right of rights) sat.push(await sit(desk, exam, right))
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  return { exam, sat }
}

const regrade = async (input: object) => {
  const preview = await desk.teacher.call('POST /staff/v1/exam_regrade_preview', input as never)
  await desk.teacher.call('POST /staff/v1/exam_regrade', { ...(input as object), reason, mark: preview.mark } as never)
  await runRegrades(desk.server)
  return preview
}
const scoresOf = async ({ sat }: Awaited<ReturnType<typeof finished>>) => {
  const scores = []
  for (const { client, attempt } of sat) scores.push((await client.call(show, { id: attempt })).score)
  return scores
}

describe('exam_regrade', () => {
  it('"void" scales the other points to the same maximum, as previewed; "original" restores the scores', async () => {
    // 10 points: 2 + 4 + 1 + 3. Without 多选 the maximum of the rest is 6.
    const done = await finished([allTypes, ['single', 'judge'], ['multiple'], ['blank']])
    expect(await scoresOf(done)).toEqual([10, 3, 4, 3])
    const input = { exam: done.exam, question: uidOf('multiple'), kind: 'void' as const }
    const preview = await regrade(input)
    expect(preview).toMatchObject({ attempts: 4, changed: 3, up: 2, down: 1 })
    // 3 · 10 / 6 = 5; 0; 3 · 10 / 6 = 5.
    expect(await scoresOf(done)).toEqual([10, 5, 0, 5])
    const { client, attempt } = done.sat[1]!
    const shown = await client.call(show, { id: attempt })
    expect(shown).toMatchObject({
      voided: [uidOf('multiple')],
      maxScore: 10,
      history: [{ before: 3, after: 5, reason }],
    })
    expect(shown.results!.map(({ question }) => question.id)).not.toContain(uidOf('multiple'))
    await regrade({ ...input, kind: 'original' })
    expect(await scoresOf(done)).toEqual([10, 3, 4, 3])
  })

  it('"void" rounds scaled totals half up to hundredths of a point', async () => {
    const done = await finished([['single'], ['single', 'judge']])
    await regrade({ exam: done.exam, question: uidOf('blank'), kind: 'void' })
    // 2 · 10 / 7 = 2.857…; 3 · 10 / 7 = 4.2857…
    expect(await scoresOf(done)).toEqual([2.86, 4.29])
  })

  it('"give" gives all students full points, even without an answer, and notifies changed students once', async () => {
    const done = await finished([allTypes, ['single']])
    const preview = await regrade({ exam: done.exam, question: uidOf('multiple'), kind: 'give' })
    expect(preview).toMatchObject({ changed: 1, up: 1, passing: 1, averageBefore: 6, averageAfter: 8 })
    expect(await scoresOf(done)).toEqual([10, 6])
    const { rows } = await sql<{ count: number; body: string }>`
      select count(*) as count, min(body) as body from messages where title = '考试成绩有变' and link like ${`%${done.sat[1]!.attempt}`}`.execute(
      desk.server.db,
    )
    expect(rows[0]).toMatchObject({ count: 1, body: expect.stringContaining('由 2 变为 6') })
    // The message has the number on the student's own paper and the stem.
    expect(rows[0]!.body).toMatch(/你的第 \d 题，“.*多选？”这道多选题全体送分/)
  })

  it('"key" sets other right answers, can include the old key, and updates 错题本', async () => {
    const done = await finished([allTypes, []])
    const [right, wrong] = done.sat
    const single = wrong!.paper.questions.find(({ type }) => type === 'single')!
    const book = async () => {
      const { rows } = await sql<{ uid: string }>`
        select q.uid from wrong_questions w join questions q on q.id = w.question_id
        join question_attempts a on a.id = w.attempt_id join exam_attempts t on t.id = a.exam_attempt_id
        where t.uid = ${wrong!.attempt}::uuid and w.removed_at is null order by q.slug`.execute(desk.server.db)
      return rows.map(({ uid }) => uid)
    }
    expect(await book()).toContain(single.id)
    const input = { exam: done.exam, question: single.id, kind: 'key' as const }
    await regrade({ ...input, answers: [fixtureAnswer(single, false)] })
    expect(await scoresOf(done)).toEqual([10, 2])
    expect(await book()).not.toContain(single.id)
    await regrade({ ...input, answers: [fixtureAnswer(single, false)], keepKey: false })
    expect(await scoresOf(done)).toEqual([8, 2])
    await regrade({ ...input, kind: 'original' })
    expect(await scoresOf(done)).toEqual([10, 0])
    expect(await book()).toContain(single.id)
    expect(right!.attempt).not.toBe(wrong!.attempt)
  })

  it('two workers of one regrade job change, record and announce every score only once', async () => {
    const done = await finished([['single'], ['judge'], []])
    const { exam } = done
    const question = uidOf('blank')
    await desk.teacher.call('POST /staff/v1/exam_regrade', { exam, question, kind: 'give', reason })
    const second = await desk.teacher.send('POST /staff/v1/exam_regrade', { exam, question, kind: 'void', reason })
    expect(second).toMatchObject({ data: { error: 'regrade-refused' } })
    const { rows } = await sql<{ id: number }>`select id from exam_regrades where finished_at is null`.execute(
      desk.server.db,
    )
    const job = { regrade: rows[0]!.id }
    await Promise.all([1, 2, 3].map(() => runRegrade(desk.server.env, job)))
    await runRegrade(desk.server.env, job)
    expect(await desk.teacher.call('GET /staff/v1/exam_regrade_list', { exam })).toMatchObject([
      { state: 'done', done: 3, total: 3, changed: 3, up: 3 },
    ])
    expect(await scoresOf(done)).toEqual([5, 4, 3])
    const { rows: messages } = await sql<{ count: number }>`
      select count(*) as count from messages where title = '考试成绩有变' and body like '%全体送分%' and link = any(${done.sat.map(
        ({ attempt }) => `pages/exam/result?id=${attempt}`,
      )}::text[])`.execute(desk.server.db)
    expect(messages[0]!.count).toBe(3)
    const [change] = await desk.teacher.call('GET /staff/v1/exam_regrade_list', { exam })
    const report = await desk.teacher.call('GET /staff/v1/exam_regrade_changes', { id: change!.id })
    expect(report.list.map(({ totalBefore, totalAfter }) => [totalBefore, totalAfter])).toEqual([
      [2, 5],
      [1, 4],
      [0, 3],
    ])
  })

  const bookOf = async (attempt: string) => {
    const { rows } = await sql<{ slug: string }>`
      select q.slug from wrong_questions w join questions q on q.id = w.question_id
      join question_attempts a on a.id = w.attempt_id join exam_attempts t on t.id = a.exam_attempt_id
      where t.uid = ${attempt}::uuid and w.removed_at is null order by q.slug`.execute(desk.server.db)
    return rows.map(({ slug }) => slug)
  }

  it('a question that was void at the end of the exam enters 错题本 only after "original"', async () => {
    const exam = await desk.school.publish({ shuffle: { questions: false, options: false } })
    const { attempt } = await sit(desk, exam, ['multiple', 'judge', 'blank'])
    await desk.school.tick()
    await regrade({ exam, question: uidOf('single'), kind: 'void' })
    desk.server.clock.set(testStart + 3700)
    await desk.school.tick()
    expect(await bookOf(attempt)).toEqual([])
    await regrade({ exam, question: uidOf('single'), kind: 'original' })
    expect(await bookOf(attempt)).toEqual(['single'])
  })

  it('"void" removes a question from 错题本, and "original" adds it again', async () => {
    const { exam, sat } = await finished([['multiple', 'judge', 'blank']])
    const { attempt } = sat[0]!
    expect(await bookOf(attempt)).toEqual(['single'])
    await regrade({ exam, question: uidOf('single'), kind: 'void' })
    expect(await bookOf(attempt)).toEqual([])
    await regrade({ exam, question: uidOf('single'), kind: 'original' })
    expect(await bookOf(attempt)).toEqual(['single'])
  })

  it('a void 简答 that is graded later does not enter 错题本', async () => {
    const { exam, sat } = await finished([allTypes], wholePool)
    const question = uidOf('short')
    await regrade({ exam, question, kind: 'void' })
    const { attempt } = sat[0]!
    await inTransaction(desk.server.db, (tx) => setManualScore(tx, { attempt, number: '5', score: 0 }, testStart))
    expect(await bookOf(attempt)).toEqual([])
  })

  it('the preview compares each student’s best final attempt, and counts attempts that are not final', async () => {
    const plan = { ...wholePool, attempts: 2 }
    const exam = await desk.school.publish(plan)
    const who = await desk.school.student()
    const first = await sit(desk, exam, allTypes, undefined, who)
    const second = await sit(desk, exam, ['single'], undefined, who)
    await sit(desk, exam, ['single'])
    desk.server.clock.set(testStart + 3700)
    await desk.school.tick()
    const mark = (attempt: string) =>
      inTransaction(desk.server.db, (tx) => setManualScore(tx, { attempt, number: '5', score: 5 }, testStart + 3700))
    await mark(first.attempt)
    await mark(second.attempt)
    const preview = await desk.teacher.call('POST /staff/v1/exam_regrade_preview', {
      exam,
      question: uidOf('multiple'),
      kind: 'give',
    })
    // 15 and 7 become 15 and 11: the result stays 15. The other student waits for a grade.
    expect(preview).toMatchObject({
      attempts: 3,
      open: 1,
      students: 1,
      changed: 0,
      averageBefore: 15,
      averageAfter: 15,
    })
    const { all } = await desk.teacher.call('GET /staff/v1/exam_statistics', { exam })
    expect(all).toMatchObject({ scored: 1, average: 15 })
  })

  it('if the job of a regrade failed for good, further regrades are refused until an owner restarts it', async () => {
    const { exam } = await finished([['single']])
    const input = { exam, question: uidOf('blank'), kind: 'give' as const, reason }
    const { id } = await desk.teacher.call('POST /staff/v1/exam_regrade', input)
    await sql`
      update jobs set failed_at = ${testStart} where unique_key = 'regrade_exam ' || (
        select id from exam_regrades where uid = ${id}::uuid)`.execute(desk.server.db)
    expect(await desk.teacher.call('GET /staff/v1/exam_regrade_list', { exam })).toMatchObject([
      { id, state: 'stopped' },
    ])
    expect(await desk.teacher.send('POST /staff/v1/exam_regrade', input)).toMatchObject({
      data: { error: 'regrade-refused' },
      msg: expect.stringContaining('站点状态'),
    })
    await runRegrades(desk.server)
  })

  it('refuses an outdated preview, voiding the last question, and a key for 简答', async () => {
    const done = await finished([['single'], []], wholePool)
    const { exam } = done
    const mark = '0'.repeat(32)
    const input = { exam, question: uidOf('single'), kind: 'give' as const, reason }
    expect(await desk.teacher.send('POST /staff/v1/exam_regrade', { ...input, mark })).toMatchObject({
      data: { error: 'preview-outdated' },
    })
    const short = {
      exam,
      question: uidOf('short'),
      kind: 'key' as const,
      answers: [{ type: 'short' as const, text: '甲' }],
    }
    expect(await desk.teacher.send('POST /staff/v1/exam_regrade_preview', short)).toMatchObject({
      data: { error: 'regrade-refused' },
    })
    for (const slug of ['single', 'multiple', 'judge', 'blank'])
      await regrade({ exam, question: uidOf(slug), kind: 'void' })
    expect(
      await desk.teacher.send('POST /staff/v1/exam_regrade_preview', { exam, question: uidOf('short'), kind: 'void' }),
    ).toMatchObject({ data: { error: 'regrade-refused' } })
  })

  it('"original" after "give" restores the manual score', async () => {
    const { exam, sat } = await finished([allTypes], wholePool)
    const question = uidOf('short')
    const { answers } = await desk.teacher.call('POST /staff/v1/grading_take', { exam, question })
    const grade = { key: crypto.randomUUID(), answers: [answers[0]!.id], score: 2.5 }
    await desk.teacher.call('POST /staff/v1/grading_save', { exam, question, grades: [grade] })
    expect(await scoresOf({ exam, sat })).toEqual([12.5])
    await regrade({ exam, question, kind: 'give' })
    expect(await scoresOf({ exam, sat })).toEqual([15])
    await regrade({ exam, question, kind: 'original' })
    expect(await scoresOf({ exam, sat })).toEqual([12.5])
  })
})

describe('appeals', () => {
  /** Creates an exam whose 简答 was graded, and the input of a student's appeal. */
  async function appealed(gradedAt = testStart + 3700) {
    const { exam, sat } = await finished([allTypes], wholePool)
    const { client, attempt } = sat[0]!
    desk.server.clock.set(gradedAt)
    await inTransaction(desk.server.db, (tx) => setManualScore(tx, { attempt, number: '5', score: 1 }, gradedAt))
    await desk.school.tick()
    const input = { attempt, question: uidOf('short'), reason: '请再看看这一题' }
    return { exam, client, attempt, input }
  }

  it('an appeal appears in the list, is answered with a new score, and the student sees answer and score', async () => {
    const { exam, sat } = await finished([allTypes], wholePool)
    const question = uidOf('short')
    const { answers } = await desk.teacher.call('POST /staff/v1/grading_take', { exam, question })
    const grade = { key: crypto.randomUUID(), answers: [answers[0]!.id], score: 1, comment: '只写了结论' }
    await desk.teacher.call('POST /staff/v1/grading_save', { exam, question, grades: [grade] })
    const [{ client, attempt }] = sat as [(typeof sat)[number]]
    const input = { attempt, question, reason: '我写了两个要点' }
    await client.call('POST /v1/exam_appeal', input)
    const { appeals } = await client.call('POST /v1/exam_appeal', { ...input, reason: '我写了两个要点，请再看看' })
    expect(appeals).toMatchObject([{ state: 'open', reason: '我写了两个要点，请再看看' }])
    const { list } = await desk.teacher.call('GET /staff/v1/appeal_list', { exam })
    const waiting = () => desk.teacher.call('GET /staff/v1/work_list', { kinds: ['appeal'] })
    const [item, ...more] = (await waiting()).list
    expect(more).toEqual([])
    const { detail } = await desk.teacher.call('GET /staff/v1/work_item', { id: item!.id })
    expect(detail).toMatchObject({ kind: 'appeal', appeal: { exam: { id: exam }, state: 'open' } })
    const colleagues = await desk.teacher.call('GET /staff/v1/work_assignees', { id: item!.id })
    expect(colleagues.length).toBeGreaterThan(0)
    expect(list).toMatchObject([{ number: 5, score: 1, maxScore: 5, state: 'open' }])
    const answer = { id: list[0]!.id, answer: '确实有两点，已改', score: 4 }
    expect(await desk.teacher.call('POST /staff/v1/appeal_answer', answer)).toMatchObject({
      state: 'changed',
      score: 4,
    })
    expect(await desk.teacher.send('POST /staff/v1/appeal_answer', answer)).toMatchObject({
      data: { error: 'appeal-answered' },
    })
    expect((await waiting()).list).toEqual([])
    expect(await client.call(show, { id: attempt })).toMatchObject({
      score: 14,
      appeals: [{ state: 'changed', answer: '确实有两点，已改' }],
      grades: [{ question, score: 4, comment: '确实有两点，已改' }],
    })
    const { questions } = await desk.teacher.call('GET /staff/v1/exam_attempt_view', { attempt })
    expect(questions.at(-1)!.grades).toMatchObject([
      { by: '王老师', score: 1, comment: '只写了结论', counts: false },
      { by: '王老师', score: 4, comment: '确实有两点，已改', counts: true },
    ])
    const stranger = await desk.school.student()
    expect(await stranger.client.send('POST /v1/exam_appeal', input)).toMatchObject({
      data: { error: 'attempt-not-found' },
    })
    desk.server.clock.advance(15 * 86_400)
    expect(await client.send('POST /v1/exam_appeal', { ...input, question: uidOf('single') })).toMatchObject({
      data: { error: 'appeal-refused' },
    })
  })

  it('a score changed by an appeal shows the student the rubric points of the appeal, or else those of the last grade', async () => {
    const { exam, sat } = await finished([allTypes], wholePool)
    const [{ client, attempt }] = sat as [(typeof sat)[number]]
    const question = uidOf('short')
    const { answers } = await desk.teacher.call('POST /staff/v1/grading_take', { exam, question })
    const { progress } = await desk.teacher.call('GET /staff/v1/grading_question', { exam, question })
    const { rubricId } = progress.setup
    const grade = { key: crypto.randomUUID(), answers: [answers[0]!.id], score: 2, points: [0], rubricId }
    await desk.teacher.call('POST /staff/v1/grading_save', { exam, question, grades: [grade] })
    const answerWith = async (change: object) => {
      await client.call('POST /v1/exam_appeal', { attempt, question, reason: '请再看看这一题' })
      const { list } = await desk.teacher.call('GET /staff/v1/appeal_list', { exam, state: 'open' })
      const input = { id: list[0]!.id, answer: '看过了', ...change }
      const answered = await desk.teacher.send('POST /staff/v1/appeal_answer', input)
      const { grades } = await client.call(show, { id: attempt })
      return { answered, met: grades![0]!.rubric.map(({ met }) => met) }
    }
    expect((await answerWith({ score: 2.5 })).met).toEqual([true, false])
    expect((await answerWith({ score: 5, points: [0, 1] })).met).toEqual([true, true])
    expect((await answerWith({ score: 5, points: [2] })).answered).toMatchObject({ data: { error: 'grade-refused' } })
    expect((await answerWith({})).answered).toMatchObject({ data: { state: 'kept' } })
  })

  it('refuses to answer an appeal that a colleague has taken in the work queue', async () => {
    const { exam, client, input } = await appealed()
    await client.call('POST /v1/exam_appeal', input)
    const [appeal] = (await desk.teacher.call('GET /staff/v1/appeal_list', { exam })).list
    const colleague = await desk.another('赵老师')
    const [item] = (await colleague.call('GET /staff/v1/work_list', { kinds: ['appeal'] })).list
    await colleague.call('POST /staff/v1/work_take', { id: item!.id, version: item!.version })
    const answer = { id: appeal!.id, answer: '维持' }
    expect(await desk.teacher.send('POST /staff/v1/appeal_answer', answer)).toMatchObject({
      data: { error: 'work-taken' },
      msg: expect.stringContaining('赵老师'),
    })
    await colleague.call('POST /staff/v1/appeal_answer', answer)
    const { rows } = await sql<{ body: string }>`
      select body from messages where title = '成绩复核已答复' order by id desc limit 1`.execute(desk.server.db)
    expect(rows[0]!.body).toContain('为什么？”这道简答题的复核有答复')
  })

  it('an appeal whose assignee is no longer staff can be answered by colleagues', async () => {
    const { exam, client, input } = await appealed()
    await client.call('POST /v1/exam_appeal', input)
    const [appeal] = (await desk.teacher.call('GET /staff/v1/appeal_list', { exam })).list
    const leaver = await desk.another('钱老师')
    const [item] = (await leaver.call('GET /staff/v1/work_list', { kinds: ['appeal'] })).list
    await leaver.call('POST /staff/v1/work_take', { id: item!.id, version: item!.version })
    await sql`update staff_grants set revoked_at = ${desk.server.clock.now()}
      where user_id in (select id from users where nickname = '钱老师')`.execute(desk.server.db)
    const answer = { id: appeal!.id, answer: '维持' }
    expect(await desk.teacher.send('POST /staff/v1/appeal_answer', answer)).toMatchObject({ code: 1 })
  })

  it('accepts appeals for 14 days after the score was published, however long grading took', async () => {
    const gradedAt = testStart + 15 * 86_400
    const { client, input } = await appealed(gradedAt)
    desk.server.clock.set(gradedAt + 13 * 86_400)
    expect(await client.send('POST /v1/exam_appeal', input)).toMatchObject({ code: 1 })
    desk.server.clock.set(gradedAt + 15 * 86_400)
    expect(await client.send('POST /v1/exam_appeal', { ...input, question: uidOf('single') })).toMatchObject({
      data: { error: 'appeal-refused' },
    })
  })
})
