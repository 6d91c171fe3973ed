import type { PublicQuestion } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stableId } from '../../../base/stable-ids'
import { testStart } from '../../../testing/app'
import { start, stepsFor, uidOf } from '../exams.fixture'
import { type Desk, startDesk } from './desk.fixture'
import { emptyDraft } from './drafts'
import { nearDuplicates } from './near-duplicates'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const create = 'POST /staff/v1/exam_draft_create'
const saveDraft = 'POST /staff/v1/exam_draft_save'
const publish = 'POST /staff/v1/exam_publish'
const classUid = (name: string) => stableId('class', `here/${name}`)

const ask = (from: string, ...slugs: string[]) => slugs.map((slug) => ({ question: uidOf(slug, from), points: null }))

/** A draft that can be published; `drill` is a published bank. */
const body = (more = {}) => ({
  ...emptyDraft,
  title: '随堂测验',
  classes: [classUid('one')],
  startsAt: testStart + 3600,
  endsAt: testStart + 7200,
  durationMinutes: 30,
  sections: [{ title: '一、选择题', questions: ask('drill', 'single', 'multiple') }],
  ...more,
})

async function draftOf(content: ReturnType<typeof body>) {
  const draft = await desk.teacher.call(create, {})
  const saved = await desk.teacher.call(saveDraft, { id: draft.id, version: draft.version, body: content })
  return { id: draft.id, version: saved.version }
}

describe('exam_draft_save', () => {
  it('keeps what was typed, valid or not, and tells a second editor instead of overwriting', async () => {
    const { id, version } = await draftOf(body({ title: '', startsAt: null, sections: [] }))
    const second = await desk.another('李老师')
    const seen = await second.call('GET /staff/v1/exam_draft_info', { id })
    expect(seen).toMatchObject({ version, body: { title: '', startsAt: null, durationMinutes: 30 } })
    const mine = await desk.teacher.call(saveDraft, { id, version, body: body({ title: '我的' }) })
    const refused = await second.send(saveDraft, { id, version, body: body({ title: '她的' }) })
    expect(refused).toMatchObject({ data: { error: 'draft-changed', by: '王老师', version: mine.version } })
    expect(refused.msg).toContain('王老师')
    expect(await second.call('POST /staff/v1/exam_draft_presence', { id })).toMatchObject({
      version: mine.version,
      others: [{ name: '王老师' }],
    })
    // A repeated save, whose first response was lost, succeeds.
    expect(await desk.teacher.call(saveDraft, { id, version, body: body({ title: '我的' }) })).toMatchObject({
      version: mine.version,
    })
  })

  it('is invisible to teachers of other schools', async () => {
    const { id } = await draftOf(body())
    const { server, school } = desk
    const { createStaff, asStaff } = await import('../../../testing/staff')
    const foreign = await createStaff(server, 'teacher', { kind: 'class', id: school.schools.there.classes[0]! })
    expect(await (await asStaff(server, foreign)).send('GET /staff/v1/exam_draft_info', { id })).toMatchObject({
      data: { error: 'draft-not-found' },
    })
  })

  it('is deleted and restored', async () => {
    const { id } = await draftOf(body())
    await desk.teacher.call('POST /staff/v1/exam_draft_delete', { id })
    expect(await desk.teacher.send('GET /staff/v1/exam_draft_info', { id })).toMatchObject({ code: 0 })
    await desk.teacher.call('POST /staff/v1/exam_draft_delete', { id, undo: true })
    expect(await desk.teacher.call('GET /staff/v1/exam_draft_info', { id })).toMatchObject({ title: '随堂测验' })
  })
})

describe('composing', () => {
  it('searches usable banks only', async () => {
    const all = await desk.teacher.call('GET /staff/v1/exam_question_search', {})
    expect(all.list.map(({ bank }) => bank.title)).toEqual(all.list.map(() => '小题库'))
    const found = await desk.teacher.call('GET /staff/v1/exam_question_search', { keyword: '多选', type: 'multiple' })
    expect(found.list.map(({ id }) => id)).toEqual([uidOf('multiple', 'drill')])
    expect(await desk.teacher.send('GET /staff/v1/exam_question_view', { id: uidOf('single', 'pool') })).toMatchObject({
      data: { error: 'question-not-found' },
    })
    const view = await desk.teacher.call('GET /staff/v1/exam_question_view', { id: uidOf('judge', 'drill') })
    expect(view).toMatchObject({ question: { type: 'judge' }, keys: [{ type: 'judge', value: false }] })
    const banks = await desk.teacher.call('GET /staff/v1/exam_bank_list', {})
    expect(banks).toMatchObject([{ title: '小题库', questions: 4, chapters: [{ title: '全部', questions: 4 }] }])
  })

  it('lists the classes in scope with the number of students who would get an exam', async () => {
    await desk.school.student()
    const [here, ...others] = await desk.teacher.call('GET /staff/v1/exam_class_list', {})
    expect(others).toEqual([])
    expect(here!.classes).toMatchObject([{ id: classUid('one') }])
    expect(here!.classes[0]!.students).toBeGreaterThan(0)
    const all = await desk.owner.call('GET /staff/v1/exam_class_list', {})
    expect(all.flatMap(({ classes }) => classes).map(({ id }) => id)).toContain(classUid('two'))
  })

  it('draws by a blueprint without repetition and names what is missing', async () => {
    const [bank] = await desk.teacher.call('GET /staff/v1/exam_bank_list', {})
    const row = (more: object) => ({ bank: bank!.id, ...more, count: 1 })
    const input = { seed: 7, rows: [row({ type: 'single' as const }), { bank: bank!.id, count: 5 }] }
    const drawn = await desk.teacher.call('POST /staff/v1/exam_blueprint', input)
    expect(drawn.rows.map(({ questions, missing }) => [questions.length, missing])).toEqual([
      [1, 0],
      [3, 2],
    ])
    const ids = drawn.rows.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
    expect(await desk.teacher.call('POST /staff/v1/exam_blueprint', input)).toEqual(drawn)
  })

  it('checks points, expected difficulty, near-duplicates, recipients and problems', async () => {
    await desk.school.student()
    const sections = [
      { title: '一', questions: [{ question: uidOf('single', 'drill'), points: 10 }, ...ask('drill', 'judge')] },
    ]
    const { id } = await draftOf(body({ sections, endsAt: testStart + 3500 }))
    const check = await desk.teacher.call('GET /staff/v1/exam_draft_check', { id })
    expect(check).toMatchObject({ questions: 2, points: 11, measured: 0, duplicates: [] })
    expect(check.students).toBeGreaterThan(0)
    expect(check.problems).toEqual(['结束时间要晚于开始时间'])
    const preview = await desk.teacher.call('GET /staff/v1/exam_draft_preview', { id })
    expect(preview).toMatchObject({ points: 11, sections: [{ count: 2, points: 11 }] })
    expect(preview.questions[0]).toMatchObject({ score: 10 })
  })

  it('finds questions with almost the same text', () => {
    const text = '在一个长度为 n 的顺序表中删除第 i 个元素，需要向前移动多少个元素？'
    const found = nearDuplicates([
      { id: 'a', text },
      { id: 'b', text: text.replace('第 i 个', '第 k 个') },
      { id: 'c', text: '栈和队列的共同特点是什么？请举例说明它们各自的用途。' },
    ])
    expect(found).toMatchObject([{ first: 'a', second: 'b' }])
  })
})

describe('exam_publish', () => {
  it('publishes to the students of the classes with own points, and the exam can be taken', async () => {
    const { client, user } = await desk.school.student()
    const questions = [{ question: uidOf('single', 'drill'), points: 8 }, ...ask('drill', 'multiple')]
    const { id, version } = await draftOf(
      body({ startsAt: testStart - 10, sections: [{ title: '选择', questions }], pass: 6, title: '带分值' }),
    )
    const { exam, students } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    expect(students).toBeGreaterThan(0)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from messages where user_id = ${user.id} and body like '%带分值%'`.execute(
      desk.server.db,
    )
    expect(rows[0]!.count).toBe(1)
    const paper = await start(client, exam)
    expect(paper.questions.map(({ type, score }) => [type, score])).toEqual([
      ['single', 8],
      ['multiple', 4],
    ])
    expect(await desk.teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({
      state: 'running',
      points: 12,
      started: true,
      draft: id,
    })
    expect(await desk.teacher.send('POST /staff/v1/exam_draft_edit', { exam })).toMatchObject({
      data: { error: 'exam-refused' },
    })
    const drafts = await desk.teacher.call('GET /staff/v1/exam_draft_list', { keyword: '带分值' })
    expect(drafts).toMatchObject({ list: [], total: 0 })
    const again = await desk.teacher.send(publish, { draft: id, version, acceptClashes: true })
    expect(again).toMatchObject({ data: { error: 'exam-plan-refused' } })
  })

  it('shows options as written if they are not shuffled: on the paper, in the preview, on the print page and in the result', async () => {
    const { client } = await desk.school.student()
    const shuffle = { questions: false, options: false }
    const { id, version } = await draftOf(body({ startsAt: testStart - 10, shuffle }))
    const preview = await desk.teacher.call('GET /staff/v1/exam_draft_preview', { id })
    const { exam } = await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })
    const optionsOf = (questions: PublicQuestion[]) =>
      questions.map((question) => ('options' in question ? question.options.map(({ html }) => html) : []))
    const written = [
      ['甲', '乙', '丙', '以上都不对'],
      ['甲', '乙', '丙', '丁'],
    ]
    const paper = await start(client, exam)
    expect(optionsOf(paper.questions)).toEqual(written)
    expect(optionsOf(preview.questions)).toEqual(written)
    expect(optionsOf((await desk.teacher.call('GET /staff/v1/exam_paper', { id: exam })).questions)).toEqual(written)
    const attempt = paper.attempt.id
    await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps: stepsFor(paper) })
    // Published by an earlier version: the papers of students must not move.
    const earlier = await desk.school.publish({ shuffle })
    await sql`update exams set options_as_written = false where uid = ${earlier}::uuid`.execute(desk.server.db)
    const multiple = (await start(client, earlier)).questions.find(({ type }) => type === 'multiple')!
    const ids = 'options' in multiple ? multiple.options.map(({ id: option }) => option) : []
    expect(ids).toEqual([...ids].sort())
    desk.server.clock.set(testStart + 20_000)
    await desk.school.tick()
    const { results } = await client.call('GET /v1/show_exam', { id: attempt })
    expect(optionsOf(results!.map(({ question }) => question))).toEqual(written)
  })

  it('is refused without students, with a clash until it is accepted, and for an older version', async () => {
    await desk.school.student()
    const empty = await draftOf(body({ classes: [classUid('two')] }))
    // A teacher of class one cannot publish to class two; the owner can, but nobody is in it.
    expect(await desk.teacher.send(publish, { draft: empty.id, version: empty.version })).toMatchObject({
      data: { error: 'exam-plan-refused' },
    })
    expect(await desk.owner.send(publish, { draft: empty.id, version: empty.version })).toMatchObject({
      data: { error: 'exam-plan-refused' },
      msg: expect.stringContaining('还没有认证通过的学生'),
    })
    await desk.school.publish({ title: '另一场', startsAt: testStart + 5000, endsAt: testStart + 9000 })
    const { id, version } = await draftOf(body())
    const clash = await desk.teacher.send(publish, { draft: id, version })
    expect(clash).toMatchObject({ data: { error: 'exam-clash' }, msg: expect.stringContaining('《另一场》') })
    expect(await desk.teacher.send(publish, { draft: id, version: version - 1 })).toMatchObject({
      data: { error: 'draft-changed' },
    })
    expect(await desk.teacher.call(publish, { draft: id, version, acceptClashes: true })).toMatchObject({
      students: expect.any(Number),
    })
  })

  it('corrects, reschedules, withdraws and copies an exam before the first start', async () => {
    await desk.school.student()
    const { id, version } = await draftOf(body({ startsAt: testStart + 90_000, endsAt: testStart + 93_600 }))
    const { exam } = await desk.teacher.call(publish, { draft: id, version })
    const edit = await desk.teacher.call('POST /staff/v1/exam_draft_edit', { exam })
    expect(edit).toMatchObject({ id, exam: { id: exam, state: 'scheduled' } })
    const saved = await desk.teacher.call(saveDraft, { id, version, body: { ...edit.body, title: '改名' } })
    expect(await desk.teacher.call(publish, { draft: id, version: saved.version })).toMatchObject({ exam })
    expect(await desk.teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ title: '改名' })
    const startsAt = testStart + 200_000
    expect(
      await desk.teacher.call('POST /staff/v1/exam_reschedule', { exam, startsAt, reason: '场地冲突' }),
    ).toMatchObject({ startsAt, endsAt: startsAt + 3600 })
    await desk.teacher.call('POST /staff/v1/exam_withdraw', { exam, reason: '不考了' })
    expect(await desk.teacher.call('GET /staff/v1/exam_list', { state: 'withdrawn' })).toMatchObject({
      list: [{ id: exam, title: '改名' }],
      counts: { withdrawn: 1 },
    })
    const copy = await desk.teacher.call(create, { exam })
    expect(copy).toMatchObject({
      title: '改名（副本）',
      questions: 2,
      body: { startsAt: null, classes: [] },
      exam: null,
    })
  })
})
