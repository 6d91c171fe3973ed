import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { addUpload, messagesOf } from '../../testing/community'
import { asStaff, createStaff } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'
import { remindOfAssignments } from './remind'

let world: Awaited<ReturnType<typeof startClasses>>
let server: TestApp
let student: { id: number; uid: string }
let client: Client
let book: Awaited<ReturnType<typeof addCurriculum>>
let chapterUids: string[]
let teacher: Client

beforeAll(async () => {
  world = await startClasses()
  server = world.server
  const { admin, first, school } = world
  const names = [
    { studentNo: '2026001', name: '周以宁' },
    { studentNo: '2026002', name: '许清' },
  ]
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: names })
  student = await server.createUser()
  client = await server.as(student)
  await client.call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...names[0]! })
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '数据结构',
    chapters: [
      { title: '第一章', kind: 'part' },
      { title: '线性表', below: '第一章', text: ['一段话'] },
      { title: '栈', below: '第一章', text: ['一段话'] },
      { title: '第二章', text: ['一段话'] },
    ],
  })
  const rows = await server.db
    .selectFrom('chapters')
    .select('uid')
    .where('curriculum_id', '=', book.id)
    .orderBy('position')
    .execute()
  chapterUids = rows.map(({ uid }) => uid)
})
afterAll(() => world.stop())
// Console sessions end after an hour; some tests advance the clock by days.
beforeEach(async () => {
  teacher = await asStaff(server, world.teacherUser)
})

/** Stores progress as heartbeats do. */
async function read(chapter: string, percent: number, at = server.clock.now()): Promise<void> {
  const doneAt = percent === 100 ? at : null
  await sql`
    insert into progress (user_id, chapter_id, curriculum_id, percent, done_at, updated_at)
    select ${student.id}, id, curriculum_id, ${percent}, ${doneAt}::bigint, ${at}::bigint from chapters where uid = ${chapter}::uuid
    on conflict (user_id, chapter_id) do update set percent = excluded.percent, done_at = excluded.done_at,
      updated_at = excluded.updated_at`.execute(server.db)
}

const save = (items: object[], more: object = {}) => {
  const now = server.clock.now()
  return teacher.call('POST /staff/v1/assignment_save', {
    classes: [world.first.uid],
    title: '第一周',
    startsAt: now,
    dueAt: now + 7 * 86_400,
    items: items as never,
    ...more,
  })
}

describe('homework', () => {
  it('reading counts by real progress; a chapter with sections counts by its sections', async () => {
    const { id, students } = await save([
      { kind: 'chapter', target: chapterUids[0] },
      { kind: 'chapter', target: chapterUids[3] },
    ])
    expect(students).toBe(1)
    const readAssignment = async () => client.call('GET /v1/assignment', { id })
    expect(await readAssignment()).toMatchObject({
      state: 'open',
      percent: 0,
      left: 2,
      items: [{ title: '第一章' }, {}],
    })
    expect((await readAssignment()).items[0]!.link).toContain(`chapter=${chapterUids[1]}`)
    await read(chapterUids[1]!, 100)
    expect(await readAssignment()).toMatchObject({ left: 2, items: [{ percent: 50, done: false }, { percent: 0 }] })
    await read(chapterUids[2]!, 100)
    await read(chapterUids[3]!, 40)
    expect(await readAssignment()).toMatchObject({ percent: 70, left: 1, items: [{ done: true }, { percent: 40 }] })
    const list = await client.call('GET /v1/assignments', {})
    expect(list).toMatchObject({ waiting: 1, list: [{ id, left: 1 }] })
    const planned = async () => (await client.call('GET /v1/course_index', {})).assignment
    expect(await planned()).toEqual({ id, title: '第一周', dueAt: server.clock.now() + 7 * 86_400, left: 1 })
    await read(chapterUids[3]!, 100)
    expect(await planned()).toBeNull()
    await read(chapterUids[3]!, 40)
    const seen = await teacher.call('GET /staff/v1/assignment_detail', { id })
    expect(seen).toMatchObject({ students: 1, done: 0, content: [{ kind: 'chapter' }, {}] })
    expect(seen.rows).toMatchObject([
      { studentNo: '2026001', percents: [100, 40], percent: 70, done: false },
      { studentNo: '2026002', user: null, percent: 0 },
    ])
  })

  it('work after the due date does not count if late work is closed', async () => {
    const { id } = await save([{ kind: 'chapter', target: chapterUids[3] }], { late: 'close', title: '不收迟交' })
    server.clock.advance(8 * 86_400)
    await read(chapterUids[3]!, 100)
    expect(await client.call('GET /v1/assignment', { id })).toMatchObject({ state: 'closed', left: 1 })
  })

  it('students are notified once of new homework, and reminded once if items are left', async () => {
    const { id } = await save([{ kind: 'handin', title: '实验报告', points: 100 }], { title: '提醒' })
    const titles = async () =>
      (await messagesOf(server.db, student.id))
        .filter(({ body }) => body.includes('《提醒》'))
        .map(({ title }) => title)
    await remindOfAssignments(server.db, server.clock.now())
    await remindOfAssignments(server.db, server.clock.now())
    expect(await titles()).toEqual(['有新的作业'])
    server.clock.advance(6 * 86_400 + 10)
    await remindOfAssignments(server.db, server.clock.now())
    await remindOfAssignments(server.db, server.clock.now())
    expect(await titles()).toEqual(['有新的作业', '作业快截止了'])
    teacher = await asStaff(server, world.teacherUser)
    await teacher.call('POST /staff/v1/assignment_withdraw', { id, reason: '改到下周' })
    expect((await client.send('GET /v1/assignment', { id })).data).toMatchObject({ error: 'assignment-not-found' })
    expect(await titles()).toContain('作业已撤回')
  })

  it('a hand-in of text and files is graded; handing in again waits for a new score', async () => {
    const { id } = await save([{ kind: 'handin', title: '实验报告', points: 100 }], { title: '交报告' })
    const item = (await client.call('GET /v1/assignment', { id })).items[0]!.id
    const file = await addUpload(server.db, student.id, 'homework')
    const handed = await client.call('POST /v1/hand_in', { item, text: '见附件', files: [file] })
    expect(handed).toMatchObject({ state: 'done', items: [{ done: true, handIn: { number: 1, score: null } }] })
    const { list } = await teacher.call('GET /staff/v1/hand_ins', { assignment: id })
    expect(list).toMatchObject([{ name: '周以宁', points: 100, handIn: { text: '见附件', files: [{ id: file }] } }])
    const grade = { id: list[0]!.id, number: 1, score: 88.5, comment: '写得清楚' }
    const tooHigh = await teacher.send('POST /staff/v1/hand_in_grade', { ...grade, score: 101 })
    expect(tooHigh.data).toMatchObject({ error: 'score-too-high' })
    await teacher.call('POST /staff/v1/hand_in_grade', grade)
    expect(await client.call('GET /v1/assignment', { id })).toMatchObject({
      items: [{ handIn: { score: 88.5, comment: '写得清楚' } }],
    })
    await client.call('POST /v1/hand_in', { item, text: '改过了', files: [] })
    const stale = await teacher.send('POST /staff/v1/hand_in_grade', grade)
    expect(stale.data).toMatchObject({ error: 'hand-in-changed' })
  })

  it('files of another user cannot be handed in', async () => {
    const { id } = await save([{ kind: 'handin', title: '报告', points: 10 }], { title: '别人的文件' })
    const item = (await client.call('GET /v1/assignment', { id })).items[0]!.id
    const other = await server.createUser()
    const file = await addUpload(server.db, other.id, 'homework')
    const refused = await client.send('POST /v1/hand_in', { item, text: '', files: [file] })
    expect(refused.data).toMatchObject({ error: 'hand-in-file-missing' })
  })

  it('after the start only texts, due date and the late rule can be changed', async () => {
    const { id } = await save([{ kind: 'chapter', target: chapterUids[3] }], { title: '改一改' })
    const { content, startsAt, dueAt } = await teacher.call('GET /staff/v1/assignment_detail', { id })
    const items = content.map((item) => ({ ...item, chapter: null }))
    const changedInput = { id, title: '改过的标题', startsAt, dueAt: dueAt + 86_400 }
    await save(items, changedInput)
    expect(await client.call('GET /v1/assignment', { id })).toMatchObject({
      title: '改过的标题',
      dueAt: dueAt + 86_400,
    })
    const swapped = {
      ...changedInput,
      items: [{ kind: 'chapter', target: chapterUids[1] }],
      classes: [world.first.uid],
    }
    const refused = await teacher.send('POST /staff/v1/assignment_save', swapped as never)
    expect(refused.data).toMatchObject({ error: 'assignment-started' })
  })

  it('homework of another class can neither be read nor changed', async () => {
    const { id } = await save([{ kind: 'chapter', target: chapterUids[3] }], { title: '一班的' })
    const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: world.second.id }))
    expect(await other.call('GET /staff/v1/assignment_list', {})).toEqual([])
    const detail = await other.send('GET /staff/v1/assignment_detail', { id })
    expect(detail.data).toMatchObject({ error: 'assignment-not-found' })
    const foreign = await other.send('POST /staff/v1/assignment_save', {
      classes: [world.first.uid],
      title: 'x',
      startsAt: 1,
      dueAt: 2,
      items: [{ kind: 'chapter', target: chapterUids[3]! }],
    })
    expect(foreign.data).toMatchObject({ error: 'class-not-found' })
    const stranger = await server.as()
    expect((await stranger.send('GET /v1/assignment', { id })).data).toMatchObject({ error: 'assignment-not-found' })
  })
})

describe('the page of a class', () => {
  it('the heat map shows chapters by their sections and the average of students with an account', async () => {
    const { first } = world
    const curricula = await teacher.call('GET /staff/v1/class_curricula', { id: first.uid })
    expect(curricula).toMatchObject([{ title: '数据结构' }])
    const map = await teacher.call('GET /staff/v1/class_heatmap', { id: first.uid, curriculum: curricula[0]!.id })
    expect(map.chapters.map(({ title }) => title)).toEqual(['第一章', '第二章'])
    expect(map.students).toMatchObject([
      { studentNo: '2026001', percents: [100, 100], percent: 100 },
      { studentNo: '2026002', user: null, percents: [0, 0] },
    ])
    expect(map.average).toBe(100)
  })

  it('students with overdue homework need attention', async () => {
    const { first } = world
    await save([{ kind: 'handin', title: '没交的', points: 10 }], { title: '没交', dueAt: server.clock.now() + 60 })
    server.clock.advance(3600)
    teacher = await asStaff(server, world.teacherUser)
    const list = await teacher.call('GET /staff/v1/class_attention', { id: first.uid })
    expect(list).toMatchObject([{ studentNo: '2026001' }])
    expect(list[0]!.overdue).toBeGreaterThan(0)
  })

  it('a message is sent to the chosen students with an account, and to no student of another class', async () => {
    const { first, second } = world
    const message = { title: '上机课', text: '改到信息楼 305', students: ['2026001', '2026002'] }
    expect(await teacher.call('POST /staff/v1/class_message', { id: first.uid, ...message })).toEqual({ sent: 1 })
    expect((await messagesOf(server.db, student.id)).at(-1)?.body).toContain('改到信息楼 305')
    const foreign = await teacher.send('POST /staff/v1/class_message', { id: second.uid, ...message })
    expect(foreign.data).toMatchObject({ error: 'class-not-found' })
  })
})
