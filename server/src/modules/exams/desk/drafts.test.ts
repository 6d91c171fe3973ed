import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff, giveRole } from '../../../testing/staff'
import { uidOf } from '../exams.fixture'
import { type Desk, startDesk } from './desk.fixture'
import { ask, body, classUid, saveDraftOf } from './drafts.fixture'
import { nearDuplicates } from './near-duplicates'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const create = 'POST /staff/v1/exam_draft_create'
const saveDraft = 'POST /staff/v1/exam_draft_save'
const draftOf = (content: ReturnType<typeof body>) => saveDraftOf(desk, content)

async function teacherOf(nickname: string, ...classes: number[]) {
  const { server, school } = desk
  const scope = (at: number) => ({ kind: 'class' as const, id: school.schools.here.classes[at]! })
  const staff = await createStaff(server, 'teacher', scope(classes[0]!), nickname)
  for (const at of classes.slice(1)) await giveRole(server, staff, 'teacher', scope(at))
  return { staff, client: await asStaff(server, staff), classId: (at: number) => scope(at).id }
}

describe('exam_draft_save', () => {
  it('stores incomplete drafts, and refuses a save based on an older version', async () => {
    const { id, version } = await draftOf(body({ title: '', startsAt: null, sections: [] }))
    const second = await desk.another('李老师')
    const seen = await second.call('GET /staff/v1/exam_draft_info', { id })
    expect(seen).toMatchObject({ version, body: { title: '', startsAt: null, durationMinutes: 30 } })
    const saved = await desk.teacher.call(saveDraft, { id, version, body: body({ title: '我的' }) })
    const refused = await second.send(saveDraft, { id, version, body: body({ title: '她的' }) })
    expect(refused).toMatchObject({ data: { error: 'draft-changed', by: '王老师', version: saved.version } })
    expect(refused.msg).toContain('王老师')
    expect(await second.call('POST /staff/v1/exam_draft_presence', { id })).toMatchObject({
      version: saved.version,
      others: [{ name: '王老师' }],
    })
    // If the response to a save was lost, the repeated save succeeds.
    expect(await desk.teacher.call(saveDraft, { id, version, body: body({ title: '我的' }) })).toMatchObject({
      version: saved.version,
    })
  })

  it('exam_draft_info does not find a draft of another school', async () => {
    const { id } = await draftOf(body())
    const { server, school } = desk
    const foreign = await createStaff(server, 'teacher', { kind: 'class', id: school.schools.there.classes[0]! })
    expect(await (await asStaff(server, foreign)).send('GET /staff/v1/exam_draft_info', { id })).toMatchObject({
      data: { error: 'draft-not-found' },
    })
  })

  it('exam_draft_delete deletes a draft, and with undo restores it', async () => {
    const { id } = await draftOf(body())
    await desk.teacher.call('POST /staff/v1/exam_draft_delete', { id })
    expect(await desk.teacher.send('GET /staff/v1/exam_draft_info', { id })).toMatchObject({ code: 0 })
    await desk.teacher.call('POST /staff/v1/exam_draft_delete', { id, undo: true })
    expect(await desk.teacher.call('GET /staff/v1/exam_draft_info', { id })).toMatchObject({ title: '随堂测验' })
  })
})

describe('composing an exam', () => {
  it('exam_question_search finds questions of usable banks only, by their text', async () => {
    const all = await desk.teacher.call('GET /staff/v1/exam_question_search', {})
    expect(all.list.map(({ bank }) => bank.title)).toEqual(all.list.map(() => '小题库'))
    const found = await desk.teacher.call('GET /staff/v1/exam_question_search', { keyword: '多选', type: 'multiple' })
    expect(found.list.map(({ id }) => id)).toEqual([uidOf('multiple', 'drill')])
    expect(await desk.teacher.send('GET /staff/v1/exam_question_view', { id: uidOf('single', 'pool') })).toMatchObject({
      data: { error: 'question-not-found' },
    })
    const view = await desk.teacher.call('GET /staff/v1/exam_question_view', { id: uidOf('judge', 'drill') })
    expect(view).toMatchObject({ question: { type: 'judge' }, keys: [{ type: 'judge', value: false }] })
    // JSON field names, type names and HTML tags are not searched.
    for (const keyword of ['stem', 'html', 'single', '<p>'])
      expect(await desk.teacher.call('GET /staff/v1/exam_question_search', { keyword })).toMatchObject({ total: 0 })
    const stem = JSON.stringify('<p>求 $\\frac{1}{2}$ 的“倒数”，a &lt; b</p>')
    await sql`
      with changed as (
        insert into question_versions (question_uid, hash, source, body, rubric, created_at)
        select v.question_uid, 'changed', v.source, jsonb_set(v.body, '{stem}', ${stem}::jsonb), v.rubric, v.created_at
        from question_versions v join questions q on q.version_id = v.id where q.uid = ${uidOf('judge', 'drill')}::uuid
        returning id, question_uid)
      update questions q set version_id = c.id from changed c where q.uid = c.question_uid`.execute(desk.server.db)
    for (const keyword of ['\\frac{1}', '“倒数”', 'a < b'])
      expect(
        (await desk.teacher.call('GET /staff/v1/exam_question_search', { keyword })).list.map(({ id }) => id),
      ).toEqual([uidOf('judge', 'drill')])
    const banks = await desk.teacher.call('GET /staff/v1/exam_bank_list', {})
    expect(banks).toMatchObject([{ title: '小题库', questions: 4, chapters: [{ title: '全部', questions: 4 }] }])
  })

  it('exam_class_list lists the classes in scope with the number of students who would get an exam', async () => {
    await desk.school.student()
    const [here, ...others] = await desk.teacher.call('GET /staff/v1/exam_class_list', {})
    expect(others).toEqual([])
    expect(here!.classes).toMatchObject([{ id: classUid('one') }])
    expect(here!.classes[0]!.students).toBeGreaterThan(0)
    const all = await desk.owner.call('GET /staff/v1/exam_class_list', {})
    expect(all.flatMap(({ classes }) => classes).map(({ id }) => id)).toContain(classUid('two'))
  })

  it('exam_blueprint draws no question twice and returns how many are missing per row', async () => {
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

  it('exam_draft_check returns points, near-duplicates, number of students and problems', async () => {
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

  it('nearDuplicates finds questions with almost the same text', () => {
    const text = '在一个长度为 n 的顺序表中删除第 i 个元素，需要向前移动多少个元素？'
    const found = nearDuplicates([
      { id: 'a', text },
      { id: 'b', text: text.replace('第 i 个', '第 k 个') },
      { id: 'c', text: '栈和队列的共同特点是什么？请举例说明它们各自的用途。' },
    ])
    expect(found).toMatchObject([{ first: 'a', second: 'b' }])
  })
})

describe('questions out of scope', () => {
  it('a draft with a question out of scope shows no text, key or points of it', async () => {
    const hidden = { question: uidOf('single', 'pool'), points: null }
    // The question is in a bank outside every scope, and in no exam of this teacher's class.
    const { client } = await teacherOf('隔壁班老师', 1)
    const draft = await client.call(create, {})
    const content = body({ sections: [{ title: '一', questions: [hidden] }] })
    await client.call(saveDraft, { id: draft.id, version: draft.version, body: content })
    expect(await client.call('GET /staff/v1/exam_draft_info', { id: draft.id })).toMatchObject({
      briefs: [],
      points: 0,
    })
    expect(await client.call('GET /staff/v1/exam_draft_preview', { id: draft.id })).toMatchObject({
      questions: [],
      keys: [],
    })
  })

  it('exam_question_view counts exams out of scope that use the question, without their titles', async () => {
    await desk.school.publish({
      title: '外校的秘密考试',
      school: 'there',
      startsAt: testStart + 500_000,
      endsAt: testStart + 503_600,
      questions: [{ from: { kind: 'bank', slug: 'drill' }, slugs: ['blank'] }],
      pass: 1,
    })
    const { brief } = await desk.teacher.call('GET /staff/v1/exam_question_view', { id: uidOf('blank', 'drill') })
    expect(brief).toMatchObject({ usedElsewhere: 1 })
    expect(JSON.stringify(brief)).not.toContain('外校')
  })
})

it('exam_list filters by class, course and start time', async () => {
  const day = testStart + 3_000_000
  const plan = (title: string, more = {}) => ({ title, startsAt: day, endsAt: day + 3600, ...more })
  await desk.school.publish(plan('一班的期末'))
  await desk.school.publish(plan('二班的期末', { classes: ['two'] }))
  const drill = { questions: [{ from: { kind: 'bank', slug: 'drill' } }], startsAt: day + 86_400, endsAt: day + 90_000 }
  await desk.school.publish(plan('练习卷的期末', drill))
  const titles = async (filter: object) =>
    (await desk.owner.call('GET /staff/v1/exam_list', { keyword: '期末', ...filter })).list.map(({ title }) => title)
  const { classes, courses } = await desk.owner.call('GET /staff/v1/exam_filters', {})
  expect(classes.filter(({ school }) => school === 'here大学').map(({ name }) => name)).toEqual(['one 班', 'two 班'])
  expect(courses.map(({ title }) => title)).toEqual(['小题库', '考题'])
  const course = courses.find(({ title }) => title === '小题库')!.id
  expect(await titles({})).toEqual(['练习卷的期末', '二班的期末', '一班的期末'])
  expect(await titles({ class: classUid('two') })).toEqual(['二班的期末'])
  expect(await titles({ course })).toEqual(['练习卷的期末'])
  expect(await titles({ from: day + 1 })).toEqual(['练习卷的期末'])
  expect(await titles({ from: day, to: day + 86_400 })).toEqual(['二班的期末', '一班的期末'])
  // exam_filters offers a teacher of class one only their own classes.
  const filters = await desk.teacher.call('GET /staff/v1/exam_filters', {})
  expect(filters.classes.map(({ id }) => id)).not.toContain(classUid('nobody'))
})
