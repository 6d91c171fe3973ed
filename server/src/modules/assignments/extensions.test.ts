import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client'
import { messagesOf } from '../../testing/community'
import { asStaff, createStaff } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'
import { remindOfAssignments } from './remind'

const day = 86_400
let world: Awaited<ReturnType<typeof startClasses>>
let teacher: Client
let slow: { id: number; uid: string; client: Client }
let quick: typeof slow

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, first, school } = world
  const names = [
    { studentNo: '2026001', name: '周以宁' },
    { studentNo: '2026002', name: '许清' },
  ]
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: names })
  const verified = async (at: number) => {
    const user = await server.createUser()
    const client = await server.as(user)
    await client.call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...names[at]! })
    return { ...user, client }
  }
  slow = await verified(0)
  quick = await verified(1)
})
afterAll(() => world.stop())
beforeEach(() => signIn())

/** Console sessions end after an hour; tests advance the clock by days. */
async function signIn() {
  teacher = await asStaff(world.server, world.teacherUser)
}

async function assign(title: string, late: 'accept' | 'deduct' | 'close', startsIn = 0) {
  const now = world.server.clock.now()
  const { id } = await teacher.call('POST /staff/v1/assignment_save', {
    classes: [world.first.uid],
    title,
    startsAt: now + startsIn,
    dueAt: now + startsIn + 7 * day,
    late,
    latePercent: late === 'deduct' ? 50 : 0,
    items: [{ kind: 'handin', title: '报告', points: 10 }],
  })
  return { id, dueAt: now + startsIn + 7 * day }
}

const extend = (id: string, dueAt: number | null, students = [slow.uid]) =>
  teacher.call('POST /staff/v1/assignment_extend', { id, students, dueAt, reason: '住院' })

const titlesAbout = async (userId: number, title: string) =>
  (await messagesOf(world.server.db, userId)).filter(({ body }) => body.includes(title)).map((one) => one.title)

describe('extensions of an assignment', () => {
  it('a student with more time hands in after the end of the class, and is not late', async () => {
    const { server, first } = world
    const { id, dueAt } = await assign('延期作业', 'close')
    expect(await extend(id, dueAt + 3 * day)).toEqual({ changed: 1 })
    expect(await extend(id, dueAt + 3 * day)).toEqual({ changed: 0 })
    expect(await titlesAbout(slow.id, '延期作业')).toEqual(['作业截止时间延长了'])
    server.clock.advance(8 * day)
    const assignment = await slow.client.call('GET /v1/assignment', { id })
    expect(assignment).toMatchObject({ state: 'open', dueAt: dueAt + 3 * day, extension: '住院' })
    const other = await quick.client.call('GET /v1/assignment', { id })
    expect(other).toMatchObject({ state: 'closed', dueAt, extension: null })
    const handIn = { item: assignment.items[0]!.id, text: '迟到的报告' }
    const refused = await quick.client.send('POST /v1/hand_in', handIn)
    expect(refused.data).toMatchObject({ error: 'assignment-closed' })
    await signIn()
    const attention = await teacher.call('GET /staff/v1/class_attention', { id: first.uid })
    expect(attention.filter(({ overdue }) => overdue > 0).map(({ studentNo }) => studentNo)).toEqual(['2026002'])
    expect(await slow.client.call('POST /v1/hand_in', handIn)).toMatchObject({ items: [{ handIn: { late: false } }] })
    const { rows } = await teacher.call('GET /staff/v1/assignment_detail', { id })
    expect(rows).toMatchObject([
      { studentNo: '2026001', done: true, late: false, extendedTo: dueAt + 3 * day },
      { studentNo: '2026002', done: false, extendedTo: null },
    ])
    const { list } = await teacher.call('GET /staff/v1/hand_ins', { assignment: id })
    expect(list).toMatchObject([{ handIn: { late: false } }])
  })

  it('the gradebook deducts nothing for work within an extension, and waits for it', async () => {
    const { server, first } = world
    const { id, dueAt } = await assign('扣分作业', 'deduct')
    await extend(id, dueAt + 3 * day)
    server.clock.advance(8 * day)
    await signIn()
    const gradeOf = async (at: number) => {
      const { columns, rows } = await teacher.call('GET /staff/v1/gradebook', { class: first.uid })
      return rows[at]!.grades[columns.findIndex((column) => column.id === id)]!.percent
    }
    expect([await gradeOf(0), await gradeOf(1)]).toEqual([null, 0])
    for (const { client } of [slow, quick]) {
      const { items } = await client.call('GET /v1/assignment', { id })
      await client.call('POST /v1/hand_in', { item: items[0]!.id, text: '报告' })
    }
    for (const one of (await teacher.call('GET /staff/v1/hand_ins', { assignment: id })).list)
      await teacher.call('POST /staff/v1/hand_in_grade', { id: one.id, number: 1, score: 10 })
    expect([await gradeOf(0), await gradeOf(1)]).toEqual([100, 50])
  })

  it('each student is notified of their own deadline at the start, and reminded a day before it', async () => {
    const { server } = world
    const { id, dueAt } = await assign('提醒作业', 'accept', 600)
    await extend(id, dueAt + 3 * day)
    expect(await titlesAbout(slow.id, '提醒作业')).toEqual([])
    server.clock.advance(601)
    await remindOfAssignments(server.db, server.clock.now())
    server.clock.advance(6 * day + 10)
    await remindOfAssignments(server.db, server.clock.now())
    expect(await titlesAbout(slow.id, '提醒作业')).toEqual(['有新的作业'])
    expect(await titlesAbout(quick.id, '提醒作业')).toEqual(['有新的作业', '作业快截止了'])
    server.clock.advance(3 * day)
    await remindOfAssignments(server.db, server.clock.now())
    await remindOfAssignments(server.db, server.clock.now())
    expect(await titlesAbout(slow.id, '提醒作业')).toEqual(['有新的作业', '作业快截止了'])
  })

  it('withdrawing an extension restores the end of the class and notifies the student', async () => {
    const { id, dueAt } = await assign('取消延期', 'accept')
    await extend(id, dueAt + day)
    expect(await extend(id, null)).toEqual({ changed: 1 })
    expect(await slow.client.call('GET /v1/assignment', { id })).toMatchObject({ dueAt, extension: null })
    expect(await titlesAbout(slow.id, '取消延期')).toEqual(['作业截止时间延长了', '作业延期取消了'])
  })

  it('earlier times, students of other classes and teachers of other classes are refused', async () => {
    const { server, second } = world
    const { id, dueAt } = await assign('拒绝', 'accept')
    const call = 'POST /staff/v1/assignment_extend'
    const input = { id, students: [slow.uid], dueAt: dueAt + day, reason: '住院' }
    expect((await teacher.send(call, { ...input, dueAt })).data).toMatchObject({ error: 'assignment-extension' })
    const stranger = await server.createUser()
    const foreign = await teacher.send(call, { ...input, students: [slow.uid, stranger.uid] })
    expect(foreign.data).toMatchObject({ error: 'assignment-student' })
    const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: second.id }))
    expect((await other.send(call, input)).data).toMatchObject({ error: 'assignment-not-found' })
  })
})
