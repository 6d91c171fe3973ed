import type { PublicQuestion } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff, giveRole } from '../../../testing/staff'
import { start, stepsFor, uidOf } from '../exams.fixture'
import { type Desk, startDesk } from './desk.fixture'
import { ask, body, classUid, saveDraftOf } from './drafts.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const create = 'POST /staff/v1/exam_draft_create'
const saveDraft = 'POST /staff/v1/exam_draft_save'
const publish = 'POST /staff/v1/exam_publish'
const draftOf = (content: ReturnType<typeof body>) => saveDraftOf(desk, content)

async function lastMessage(userId: number) {
  const { rows } = await sql<{ title: string; body: string }>`
    select title, body from messages where user_id = ${userId} order by id desc limit 1`.execute(desk.server.db)
  return rows[0]!
}

/** Creates a teacher of the classes with these indexes in the school `here`. */
async function teacherOf(nickname: string, ...classes: number[]) {
  const { server, school } = desk
  const scope = (at: number) => ({ kind: 'class' as const, id: school.schools.here.classes[at]! })
  const staff = await createStaff(server, 'teacher', scope(classes[0]!), nickname)
  for (const at of classes.slice(1)) await giveRole(server, staff, 'teacher', scope(at))
  return { staff, client: await asStaff(server, staff), classId: (at: number) => scope(at).id }
}

describe('exam_publish', () => {
  it('publishes an exam with changed points to the students of the classes, who can take it', async () => {
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
    // A second publication of the same version, for example by a colleague, is refused and corrects nothing.
    const again = await desk.teacher.send(publish, { draft: id, version, acceptClashes: true })
    expect(again).toMatchObject({ data: { error: 'draft-changed', version: version + 1 } })
  })

  it('shows options as written if they are not shuffled: on the paper, in the preview, in 题目全貌, on the print page and in the result', async () => {
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
    const whole = ask('drill', 'single', 'multiple').map(({ question }) =>
      desk.teacher.call('GET /staff/v1/exam_question_view', { id: question }),
    )
    expect(optionsOf((await Promise.all(whole)).map(({ question }) => question))).toEqual(written)
    expect(optionsOf((await desk.teacher.call('GET /staff/v1/exam_paper', { id: exam })).questions)).toEqual(written)
    const attempt = paper.attempt.id
    await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps: stepsFor(paper) })
    // For an exam published by an earlier version of the server, the order of the options must not change.
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

  it('refuses a class without students, an older version, and a time clash until staff accept it', async () => {
    await desk.school.student()
    const empty = await draftOf(body({ classes: [classUid('two')] }))
    // A teacher of class one cannot publish to class two; the owner could, but class two has no students.
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
    const again = { ...corrected, version: saved.version + 1, reason: '又想考了' }
    expect(await desk.teacher.send(publish, again)).toMatchObject({
      data: { error: 'exam-plan-refused' },
      msg: expect.stringContaining('已经撤回'),
    })
    const copy = await desk.teacher.call(create, { exam })
    expect(copy).toMatchObject({
      title: '改名（副本）',
      questions: 2,
      body: { startsAt: null, classes: [] },
      exam: null,
    })
  })

  it('exam_reschedule refuses a time clash and names the other exam until staff accept the clash', async () => {
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

  it('an author who has lost the class of an exam can no longer save or publish its draft', async () => {
    await desk.school.student()
    const { staff, client, classId } = await teacherOf('调岗老师', 0)
    const draft = await client.call(create, {})
    const laterTimes = { startsAt: testStart + 600_000, endsAt: testStart + 603_600 }
    const saved = await client.call(saveDraft, { id: draft.id, version: draft.version, body: body(laterTimes) })
    const { exam } = await client.call(publish, { draft: draft.id, version: saved.version })
    await giveRole(desk.server, staff, 'teacher', { kind: 'class', id: classId(1) })
    await desk.server.db
      .updateTable('staff_grants')
      .set({ revoked_at: testStart })
      .where('user_id', '=', staff.id)
      .where('scope_id', '=', classId(0))
      .execute()
    const moved = {
      id: draft.id,
      version: saved.version + 1,
      body: body({ ...laterTimes, classes: [classUid('two')] }),
    }
    expect(await client.send(saveDraft, moved)).toMatchObject({ data: { error: 'draft-not-found' } })
    expect(await client.send(publish, { draft: draft.id, version: saved.version + 1, reason: '换班' })).toMatchObject({
      data: { error: 'draft-not-found' },
    })
    expect(await desk.owner.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ classes: ['one 班'] })
  })

  it('a correction keeps classes of colleagues, and needs a fresh proof to remove an own class', async () => {
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
    // A correction by the teacher of class one keeps class two, whether the draft names class two or not.
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

  it('refuses to restore a deleted draft if the exam has another draft', async () => {
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
