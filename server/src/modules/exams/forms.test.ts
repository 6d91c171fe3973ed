import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentFolder } from '../../importer/import.fixture'
import { testStart } from '../../testing/app'
import { type Desk, runRegrades, startDesk } from './desk/desk.fixture'
import { ask, body, saveDraftOf } from './desk/drafts.fixture'
import { start } from './exams.fixture'

const publish = 'POST /staff/v1/exam_publish'
const [pool, draw] = [24, 6]
const slugs = Array.from({ length: pool }, (_, i) => `w${i}`)

/** Questions whose texts are almost the same. */
const twins = [0, 2]
const stemOf = (i: number) =>
  twins.includes(i) ? `栈是后进先出的，队列是先进先出的，这句话的第 ${i} 种说法对吗？` : `第 ${i} 题对吗？`

/** Questions 0, 3, 6 … are about 栈, 1, 5, 9 … about 队列, some about both; the hardest ones are about 图. */
const tagsOf = (i: number) =>
  [i % 3 === 0 && '栈', i % 4 === 1 && '队列', i % 5 === 4 && '图'].filter((tag) => tag !== false)

/** Judge questions of five difficulties in two chapters. */
const questions = slugs
  .map(
    (slug, i) =>
      `## ${slug}\ntype: judge\nanswer: true\nchapter: c${i % 2}\nscore: 2\ndifficulty: ${1 + (i % 5)}\ntags: ${tagsOf(i).join(', ')}\n\n${stemOf(i)}\n`,
  )
  .join('\n')

let desk: Desk
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  desk = await startDesk()
  folder = await contentFolder({
    'banks/wide/bank.yaml':
      'title: 宽题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: c0, title: 甲 }, { slug: c1, title: 乙 }]\n',
    'banks/wide/questions/all.md': questions,
  })
  const report = await folder.run(desk.server.db)
  if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
})
afterAll(async () => {
  await folder.remove()
  await desk.close()
})

const drawn = { title: '判断', draw, questions: ask('wide', ...slugs) }
const fixed = { title: '必做', questions: ask('drill', 'single') }

describe('an exam with a section from which each student draws questions', () => {
  it('exam_draft_check requires equal points for all questions of a section from which students draw', async () => {
    const mixed = { title: '混合', draw: 1, questions: ask('drill', 'single', 'multiple') }
    const { id } = await saveDraftOf(desk, body({ sections: [mixed] }))
    await desk.school.student()
    const { problems, forms } = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id })
    expect(problems[0]).toContain('分值要相同')
    expect(forms).toBeNull()
  })

  it('gives each student an equally hard paper that is saved, scored, regraded, analysed and exported', async () => {
    const students = [await desk.school.student(), await desk.school.student(), await desk.school.student()]
    const { id, version } = await saveDraftOf(
      desk,
      body({
        title: '每人一卷',
        startsAt: testStart - 10,
        attempts: 2,
        sections: [fixed, drawn],
        shuffle: { questions: false, options: false },
      }),
    )
    const check = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id })
    expect(check).toMatchObject({ questions: 1 + draw, points: 2 + 2 * draw, problems: [] })
    expect(check.forms).toMatchObject({ drawn: draw })
    expect(check.forms!.scoreRange).toBeLessThan(0.05)
    expect(check.forms!.overlap).toBeLessThan(draw)
    const preview = await desk.teacher.call('GET /staff/v1/exam_draft_preview', { id })
    expect(preview.sections).toMatchObject([{ count: 1 }, { count: pool, draw }])
    const { exam } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    const { forms } = await desk.server.db
      .selectFrom('exams')
      .select('forms')
      .where('uid', '=', exam)
      .executeTakeFirstOrThrow()
    // The first position is the fixed question.
    for (const list of forms!.lists) expect(twins.every((i) => list.includes(1 + i))).toBe(false)
    const info = await students[0]!.client.call('GET /v1/examination_info', { id: exam })
    expect(info).toMatchObject({ count: 1 + draw, score: 2 + 2 * draw })
    expect(info.scoreRange).toBeGreaterThan(0)
    expect(info.types).toEqual([
      { type: 'single', count: 1, score: 2 },
      { type: 'judge', count: draw, score: 2 * draw },
    ])

    const composed = await desk.teacher.call('GET /staff/v1/exam_paper', { id: exam })
    const papers: Awaited<ReturnType<typeof start>>[] = []
    for (const { client } of students) {
      const paper = await start(client, exam)
      expect(paper.questions).toHaveLength(1 + draw)
      expect(paper.questions[0]!.type).toBe('single')
      // The numbers that staff see: position 0 is the fixed question.
      const staffNumbers = paper.questions.map(({ id }) => composed.questions.findIndex((one) => one.id === id) + 1)
      expect(paper.paperNumbers).toEqual(staffNumbers)
      papers.push(paper)
    }
    const idsOf = (paper: (typeof papers)[number]) => paper.questions.map((question) => question.id)
    const [one, other] = papers.map((paper) => new Set(idsOf(paper)))
    const foreign = [...other!].find((question) => !one!.has(question))!
    // A step for a question of another paper is refused.
    const judge = { type: 'judge' as const, value: true }
    const saved = await students[0]!.client.call('POST /v1/exam_save', {
      attempt: papers[0]!.attempt.id,
      epoch: 1,
      steps: [{ seq: 1, question: foreign, answer: judge, at: papers[0]!.now }],
    })
    expect(saved.refused).toEqual([1])
    for (const [i, { client }] of students.entries()) {
      const { attempt, questions: shown, now } = papers[i]!
      const steps = shown
        .filter(({ type }) => type === 'judge')
        .map((question, at) => ({ seq: 2 + at, question: question.id, answer: judge, at: now }))
      const receipt = await client.call('POST /v1/exam_submit', { attempt: attempt.id, epoch: 1, steps })
      expect(receipt).toMatchObject({ answered: draw, count: 1 + draw })
    }
    // Another attempt gets another paper.
    const again = await start(students[0]!.client, exam)
    expect(idsOf(again).some((question) => !one!.has(question))).toBe(true)

    desk.server.clock.set(testStart + 7200 + 600)
    await desk.school.tick()
    const result = await students[1]!.client.call('GET /v1/show_exam', { id: papers[1]!.attempt.id })
    expect(result).toMatchObject({ score: 2 * draw, maxScore: 2 + 2 * draw })
    expect(result.results!.map(({ question }) => question.id)).toEqual(idsOf(papers[1]!))
    const analysis = await desk.teacher.call('GET /staff/v1/exam_analysis', { exam })
    expect(analysis.items).toHaveLength(1 + pool)
    expect(analysis.items.find(({ question }) => question === foreign)!.p).toBe(1)
    expect(analysis.alpha).toBeNull()
    const similar = await desk.teacher.call('GET /staff/v1/exam_similar_answers', { exam })
    expect(similar).toMatchObject({ students: 3, compared: 3, pairs: [] })
    const file = await desk.teacher.call('POST /staff/v1/exam_export', { exam, format: 'csv' })
    const [head, first] = Buffer.from(file.base64, 'base64').toString('utf8').split('\r\n')
    expect(head!.split(',').filter((name) => name.startsWith('第'))).toHaveLength(1 + pool)
    // Empty where a question was not on the paper.
    expect(
      first!
        .split(',')
        .slice(-pool)
        .filter((score) => score !== ''),
    ).toHaveLength(draw)

    await desk.teacher.call('POST /staff/v1/exam_regrade', {
      exam,
      question: foreign,
      kind: 'void',
      reason: '题目有误',
    })
    await runRegrades(desk.server)
    const after = await students[0]!.client.call('GET /v1/show_exam', { id: papers[0]!.attempt.id })
    expect(after.voided).toBeUndefined()
    const voided = await students[1]!.client.call('GET /v1/show_exam', { id: papers[1]!.attempt.id })
    expect(voided.voided).toEqual([foreign])
  })

  it('keeps the exposure, overlap, repeats and enemies that staff set, and names bounds that cannot hold', async () => {
    desk.server.clock.set(testStart)
    await Promise.all(Array.from({ length: 6 }, () => desk.school.student()))
    const earlier = slugs.slice(0, 6)
    const first = await saveDraftOf(
      desk,
      body({
        title: '早先',
        startsAt: testStart - 20,
        sections: [{ title: '判断', questions: ask('wide', ...earlier) }],
      }),
    )
    await desk.teacher.call(publish, { draft: first.id, version: first.version, acceptClashes: true })
    const idOf = (i: number) => ask('wide', slugs[i]!)[0]!.question
    const enemies = [7, 9, 11, 13].map(idOf)
    const rules = { exposure: 0.5, overlap: 0.5, repeated: 0.5, enemies: [enemies], equated: false }
    const sections = [fixed, drawn]
    const { id, version } = await saveDraftOf(desk, body({ title: '有规则', sections, papers: rules }))
    const check = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id })
    expect(check.problems).toEqual([])
    const { exam } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    const { forms } = await desk.server.db
      .selectFrom('exams')
      .select('forms')
      .where('uid', '=', exam)
      .executeTakeFirstOrThrow()
    expect(forms).toMatchObject({ rules })
    expect(forms!.exposure).toBeLessThanOrEqual(0.5)
    expect(forms!.overlap).toBeLessThanOrEqual(3)
    for (const list of forms!.lists) {
      // Position 0 is the fixed question.
      expect(list.filter((position) => position > 0 && position <= earlier.length).length).toBeLessThanOrEqual(3)
      expect(list.filter((position) => [8, 10, 12, 14].includes(position)).length).toBeLessThanOrEqual(1)
    }
    // The same blueprint again: no paper repeats more than the set share of any paper of the first time.
    const again = await saveDraftOf(desk, body({ title: '再来', startsAt: testStart + 3700, sections, papers: rules }))
    const input = { draft: again.id, version: again.version, acceptClashes: true }
    const { exam: repeat } = await desk.teacher.call(publish, input)
    const { forms: second } = await desk.server.db
      .selectFrom('exams')
      .select('forms')
      .where('uid', '=', repeat)
      .executeTakeFirstOrThrow()
    for (const list of second!.lists)
      for (const other of forms!.lists)
        expect(list.filter((position) => position > 0 && other.includes(position)).length).toBeLessThanOrEqual(3)
    const tight = { ...rules, exposure: 0.05 }
    const { id: other } = await saveDraftOf(desk, body({ title: '太紧', sections, papers: tight }))
    const { problems } = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id: other })
    expect(problems[0]).toContain('一题至少要在')
    const copy = await desk.teacher.call('POST /staff/v1/exam_draft_create', { exam })
    expect(copy.body.papers).toEqual(rules)
  })

  it('keeps the number of questions per knowledge point that staff set, and names a bound that no paper can keep', async () => {
    desk.server.clock.set(testStart)
    await Promise.all(Array.from({ length: 6 }, () => desk.school.student()))
    const rules = { exposure: null, overlap: null, repeated: null, enemies: [], equated: false }
    const tags = [
      { tag: '栈', min: 1, max: 1 },
      { tag: '队列', min: 3, max: null },
      { tag: '图', min: null, max: 1 },
      // Chosen, but without numbers.
      { tag: '堆', min: null, max: null },
    ]
    const sections = [
      { title: '必做', questions: ask('wide', 'w0') },
      { ...drawn, questions: drawn.questions.slice(1) },
    ]
    const { id, version } = await saveDraftOf(desk, body({ title: '知识点', sections, papers: { ...rules, tags } }))
    const check = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id })
    expect(check).toMatchObject({ problems: [], forms: { drawn: draw } })
    const { exam } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    const { forms } = await desk.server.db
      .selectFrom('exams')
      .select('forms')
      .where('uid', '=', exam)
      .executeTakeFirstOrThrow()
    expect(forms!.lists.length).toBeGreaterThan(6)
    for (const list of forms!.lists) {
      const count = (tag: string) => list.filter((position) => tagsOf(position).includes(tag)).length
      expect(list).toHaveLength(1 + draw)
      // The fixed question w0 is the one about 栈.
      expect([count('栈'), count('队列') >= 3, count('图') <= 1]).toEqual([1, true, true])
    }
    const problemOf = async (papers: object) => {
      const { id: other } = await saveDraftOf(
        desk,
        body({ title: '做不到', sections, papers: { ...rules, ...papers } }),
      )
      return (await desk.teacher.call('GET /staff/v1/exam_draft_check', { id: other })).problems[0]
    }
    expect(await problemOf({ tags: [{ tag: '堆', min: 1, max: null }] })).toContain(
      '“堆”每卷要至少 1 题，最多只能有 0 题',
    )
    expect(await problemOf({ tags: [{ tag: '栈', min: 3, max: 2 }] })).toContain('最少的不能比最多的大')
    expect(await problemOf({ tags: [{ tag: '栈', min: null, max: 0 }] })).toContain('可是每卷至少会有 1 题')
    expect(await problemOf({ exposure: 0.45, tags: [{ tag: '队列', min: 3, max: null }] })).toContain(
      '“队列”的备选题不够',
    )
    const apart = Object.entries({ 栈: 5, 队列: 3, 图: 3 }).map(([tag, min]) => ({ tag, min, max: null }))
    expect(await problemOf({ tags: apart })).toContain('不能在一份卷里同时做到')
  })

  it('converts the totals of different papers where staff chose it, shows how, and keeps it after a regrade', async () => {
    desk.server.clock.set(testStart)
    const students = [await desk.school.student(), await desk.school.student()]
    const papers = { exposure: null, overlap: null, repeated: null, enemies: [], equated: true }
    const { id, version } = await saveDraftOf(
      desk,
      body({ title: '等值', startsAt: testStart - 10, sections: [fixed, drawn], papers }),
    )
    const { exam } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    expect(await students[0]!.client.call('GET /v1/examination_info', { id: exam })).toMatchObject({ equated: true })
    const attempts: string[] = []
    for (const { client } of students) {
      const { attempt, questions: shown, now } = await start(client, exam)
      const answer = { type: 'judge' as const, value: true }
      const judges = shown.filter(({ type }) => type === 'judge').slice(0, draw - 2)
      const steps = judges.map((question, at) => ({ seq: 1 + at, question: question.id, answer, at: now }))
      await client.call('POST /v1/exam_submit', { attempt: attempt.id, epoch: 1, steps })
      attempts.push(attempt.id)
    }
    desk.server.clock.set(testStart + 7200 + 600)
    await desk.school.tick()
    const shown = async () =>
      Promise.all(students.map(({ client }, i) => client.call('GET /v1/show_exam', { id: attempts[i]! })))
    const expected = ({ slope, intercept, points }: { slope: number; intercept: number; points: number | null }) =>
      Math.min(2 + 2 * draw, Math.max(0, Math.round(slope * points! * 100 + intercept * 100) / 100))
    for (const { score, conversion } of await shown()) {
      expect(conversion!.points).toBe(2 * (draw - 2))
      expect(conversion!.slope).toBeCloseTo(1, 0)
      expect(score).toBe(expected(conversion!))
    }
    const single = ask('drill', 'single')[0]!.question
    const preview = await desk.teacher.call('POST /staff/v1/exam_regrade_preview', {
      exam,
      question: single,
      kind: 'give',
    })
    await desk.teacher.call('POST /staff/v1/exam_regrade', { exam, question: single, kind: 'give', reason: '送分' })
    await runRegrades(desk.server)
    for (const [i, { score, conversion }] of (await shown()).entries()) {
      expect(conversion!.points).toBe(2 * (draw - 1))
      expect(score).toBe(expected(conversion!))
      expect(preview.changes.find(({ attempt }) => attempt === attempts[i])!.totalAfter).toBe(score)
    }
  })
})
