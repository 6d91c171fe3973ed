import type { PublicQuestion } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stableId } from '../../../base/stable-ids'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff, giveRole } from '../../../testing/staff'
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

async function lastMessage(userId: number) {
  const { rows } = await sql<{ title: string; body: string }>`
    select title, body from messages where user_id = ${userId} order by id desc limit 1`.execute(desk.server.db)
  return rows[0]!
}

/** A teacher of classes of the school `here`, by number. */
async function teacherOf(nickname: string, ...classes: number[]) {
  const { server, school } = desk
  const scope = (at: number) => ({ kind: 'class' as const, id: school.schools.here.classes[at]! })
  const staff = await createStaff(server, 'teacher', scope(classes[0]!), nickname)
  for (const at of classes.slice(1)) await giveRole(server, staff, 'teacher', scope(at))
  return { staff, client: await asStaff(server, staff), classId: (at: number) => scope(at).id }
}

describe('exam_draft_save', () => {
  it('stores invalid drafts too, and refuses a save based on an older version', async () => {
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
    // Names of fields and types are no text of a question.
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
    // A colleague who published the same version at the same moment does not correct it.
    const again = await desk.teacher.send(publish, { draft: id, version, acceptClashes: true })
    expect(again).toMatchObject({ data: { error: 'draft-changed', version: version + 1 } })
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

  it('publishing is refused without students, with a clash until it is accepted, and for an older version', async () => {
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
    const { user } = await desk.school.student()
    const { id, version } = await draftOf(body({ startsAt: testStart + 90_000, endsAt: testStart + 93_600 }))
    const { exam } = await desk.teacher.call(publish, { draft: id, version })
    const edit = await desk.teacher.call('POST /staff/v1/exam_draft_edit', { exam })
    expect(edit).toMatchObject({ id, exam: { id: exam, state: 'scheduled' } })
    const named = { id, version: edit.version, body: { ...edit.body, title: '改名' } }
    const saved = await desk.teacher.call(saveDraft, named)
    const corrected = { draft: id, version: saved.version }
    expect(await desk.teacher.send(publish, corrected)).toMatchObject({
      data: { error: 'exam-plan-refused' },
      msg: expect.stringContaining('要写原因'),
    })
    expect(await desk.teacher.call(publish, { ...corrected, reason: '名称写错了' })).toMatchObject({ exam })
    expect((await lastMessage(user.id)).body).toContain('名称写错了')
    expect(await desk.teacher.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ title: '改名' })
    const startsAt = testStart + 200_000
    expect(
      await desk.teacher.call('POST /staff/v1/exam_reschedule', { exam, startsAt, reason: '场地冲突' }),
    ).toMatchObject({ startsAt, endsAt: startsAt + 3600 })
    expect(await lastMessage(user.id)).toMatchObject({
      title: '考试时间有变',
      body: expect.stringContaining('原因：场地冲突'),
    })
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

  it('names a clash of a new time until it is accepted', async () => {
    await desk.school.student()
    const far = testStart + 900_000
    await desk.school.publish({ title: '占着时间', startsAt: far, endsAt: far + 3600 })
    const { id, version } = await draftOf(body({ startsAt: far + 90_000, endsAt: far + 93_600 }))
    const { exam } = await desk.teacher.call(publish, { draft: id, version })
    const move = { exam, startsAt: far + 1800, reason: '换教室' }
    expect(await desk.teacher.send('POST /staff/v1/exam_reschedule', move)).toMatchObject({
      data: { error: 'exam-clash', clashes: [{ title: '占着时间' }] },
    })
    expect(await desk.teacher.call('POST /staff/v1/exam_reschedule', { ...move, acceptClashes: true })).toMatchObject({
      startsAt: far + 1800,
    })
  })

  it('does not correct an exam whose class the author has lost', async () => {
    await desk.school.student()
    const { staff, client, classId } = await teacherOf('调岗老师', 0)
    const draft = await client.call(create, {})
    const later = { startsAt: testStart + 600_000, endsAt: testStart + 603_600 }
    const saved = await client.call(saveDraft, { id: draft.id, version: draft.version, body: body(later) })
    const { exam } = await client.call(publish, { draft: draft.id, version: saved.version })
    await giveRole(desk.server, staff, 'teacher', { kind: 'class', id: classId(1) })
    await desk.server.db
      .updateTable('staff_grants')
      .set({ revoked_at: testStart })
      .where('user_id', '=', staff.id)
      .where('scope_id', '=', classId(0))
      .execute()
    const moved = { id: draft.id, version: saved.version + 1, body: body({ ...later, classes: [classUid('two')] }) }
    expect(await client.send(saveDraft, moved)).toMatchObject({ data: { error: 'draft-not-found' } })
    expect(await client.send(publish, { draft: draft.id, version: saved.version + 1, reason: '换班' })).toMatchObject({
      data: { error: 'draft-not-found' },
    })
    expect(await desk.owner.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ classes: ['one 班'] })
  })

  it('a correction keeps classes of colleagues, and needs a fresh proof to drop another class', async () => {
    await desk.school.student()
    await desk.school.student('here', 1)
    const both = await teacherOf('两班老师', 0, 1)
    const draft = await both.client.call(create, {})
    const content = body({
      classes: [classUid('one'), classUid('two')],
      startsAt: testStart + 700_000,
      endsAt: testStart + 703_600,
    })
    const saved = await both.client.call(saveDraft, { id: draft.id, version: draft.version, body: content })
    const { exam } = await both.client.call(publish, { draft: draft.id, version: saved.version })
    const correct = async (client: typeof both.client, change: object) => {
      const edit = await client.call('POST /staff/v1/exam_draft_edit', { exam })
      const next = { id: edit.id, version: edit.version, body: { ...edit.body, ...change } }
      const { version } = await client.call(saveDraft, next)
      return client.send(publish, { draft: edit.id, version, reason: '改了题目' })
    }
    const classesOf = async () => (await desk.owner.call('GET /staff/v1/exam_info', { id: exam })).classes
    // The teacher of class one sees the other class in the draft, and keeps it whether she names it or not.
    expect(await correct(desk.teacher, { title: '改过' })).toMatchObject({ code: 1 })
    expect(await correct(desk.teacher, { title: '又改过', classes: [classUid('one')] })).toMatchObject({ code: 1 })
    expect(await classesOf()).toEqual(['one 班', 'two 班'])
    const { rows } = await sql<{ before: { title: string }; reason: string }>`
      select before, reason from audit where target_id = ${exam} order by id desc limit 1`.execute(desk.server.db)
    expect(rows[0]).toMatchObject({ before: { title: '改过', classes: 2 }, reason: '改了题目' })
    await desk.server.db.updateTable('console_sessions').set({ proof_at: null }).execute()
    expect(await correct(both.client, { classes: [classUid('one')] })).toMatchObject({
      data: { error: 'proof-required' },
    })
    expect(await classesOf()).toEqual(['one 班', 'two 班'])
  })

  it('refuses to restore a deleted draft of an exam that has another one', async () => {
    await desk.school.student()
    const { id, version } = await draftOf(body({ startsAt: testStart + 800_000, endsAt: testStart + 803_600 }))
    const { exam } = await desk.teacher.call(publish, { draft: id, version })
    await desk.teacher.call('POST /staff/v1/exam_draft_delete', { id })
    await desk.teacher.call('POST /staff/v1/exam_draft_edit', { exam })
    expect(await desk.teacher.send('POST /staff/v1/exam_draft_delete', { id, undo: true })).toMatchObject({
      data: { error: 'exam-refused' },
    })
  })
})

describe('questions out of scope', () => {
  it('questions out of scope are unknown in a draft: no text, no key, no points', async () => {
    const hidden = { question: uidOf('single', 'pool'), points: null }
    // In a bank outside every scope, and in no exam of a class of this teacher.
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

  it('exams out of scope are counted without their titles', async () => {
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

it('exam_list filters by class, course and start', async () => {
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
  // A teacher of class one is offered her own classes only.
  const own = await desk.teacher.call('GET /staff/v1/exam_filters', {})
  expect(own.classes.map(({ id }) => id)).not.toContain(classUid('nobody'))
})
