import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { messagesOf } from '../../testing/community'
import { asStaff, createStaff, giveRole } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'

let world: Awaited<ReturnType<typeof startClasses>>
let book: Awaited<ReturnType<typeof addCurriculum>>
let student: { id: number; uid: string }
let client: Client
let teacherUser: { id: number }
let teacher: Client

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, first, school } = world
  const entry = { studentNo: '2026001', name: '周以宁' }
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: [entry] })
  student = await server.createUser()
  client = await server.as(student)
  await client.call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...entry })
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '数据结构',
    chapters: [{ title: '栈', free: true, text: ['后进先出'] }],
  })
  teacherUser = await createStaff(server, 'teacher', { kind: 'class', id: first.id }, '林老师')
  teacher = await server.as(teacherUser)
})
afterAll(() => world.stop())

const place = () => ({ curriculumId: book.uid, chapterId: book.chapter('栈').uid })
const ask = (text: string, askTeacher = false) =>
  client.call('POST /v131/push_discuss', { ...place(), pid: 'p1', quote: '后进先出', text, askTeacher })

describe('teachers in discussions', () => {
  it('a reply of a teacher carries the badge, a reply of a student does not', async () => {
    const { id } = await ask('为什么叫栈？')
    await teacher.call('POST /v131/push_reply', { target: 'discuss', id, text: '因为像一摞盘子' })
    await client.call('POST /v131/push_reply', { target: 'discuss', id, text: '明白了' })
    const { list } = await client.call('GET /v131/reply_list', { target: 'discuss', id })
    expect(Object.fromEntries(list.map(({ text, author }) => [text, author.teacher ?? false]))).toEqual({
      因为像一摞盘子: true,
      明白了: false,
    })
  })

  it('author and teacher of the author accept an answer and close the discussion; others cannot', async () => {
    const { server } = world
    const { id } = await ask('队列呢？')
    const reply = await teacher.call('POST /v131/push_reply', { target: 'discuss', id, text: '先进先出' })
    const stranger = await server.as()
    const refused = await stranger.send('POST /v131/discuss_accept', { id, reply: reply.id })
    expect(refused.data).toMatchObject({ error: 'discuss-refused' })
    expect(await client.call('POST /v131/discuss_accept', { id, reply: reply.id })).toMatchObject({
      acceptedId: reply.id,
    })
    expect(await teacher.call('POST /v131/discuss_close', { id, on: true })).toMatchObject({ closed: true })
    const late = await stranger.send('POST /v131/push_reply', { target: 'discuss', id, text: '还有吗' })
    expect(late.data).toMatchObject({ error: 'discuss-closed' })
  })

  it('only a teacher of the content can pin a discussion, which then is the first of the list', async () => {
    const { server } = world
    const { id } = await ask('先看这里')
    await ask('后来的')
    expect((await teacher.send('POST /v131/discuss_pin', { id, on: true })).data).toMatchObject({
      error: 'discuss-refused',
    })
    await giveRole(server, teacherUser, 'teacher', { kind: 'curriculum', id: book.id })
    expect(await teacher.call('POST /v131/discuss_pin', { id, on: true })).toMatchObject({ pinned: true })
    const { list } = await client.call('GET /v131/get_discuss', { ...place(), pageSize: 1 })
    expect(list).toMatchObject([{ id, pinned: true, rights: { pin: false, decide: true } }])
  })

  it('a question to the teacher appears in the work queue of the class; the answer is a reply and a message', async () => {
    const { server, db } = world
    const console_ = await asStaff(server, teacherUser)
    const { id } = await ask('溢出怎么办？', true)
    const { list } = await console_.call('GET /staff/v1/work_list', { kinds: ['question'] })
    expect(list).toMatchObject([{ kindName: '学生提问', title: '溢出怎么办？' }])
    expect(await console_.call('GET /staff/v1/work_item', { id: list[0]!.id })).toMatchObject({
      detail: { kind: 'question', quote: '后进先出', place: '《数据结构》 · 栈' },
    })
    const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: world.second.id }))
    expect((await other.call('GET /staff/v1/work_list', { kinds: ['question'] })).list).toEqual([])
    await console_.call('POST /staff/v1/question_answer', { id: list[0]!.id, text: '先检查再压入' })
    const discussions = await client.call('GET /v131/get_discuss', place())
    const answered = discussions.list.find((one) => one.id === id)!
    expect(answered.acceptedId).not.toBeNull()
    const replies = await client.call('GET /v131/reply_list', { target: 'discuss', id })
    expect(replies.list).toMatchObject([{ id: answered.acceptedId, text: '先检查再压入', author: { teacher: true } }])
    expect((await messagesOf(db, student.id)).map(({ title }) => title)).toContain('老师回答了你的提问')
  })
})
