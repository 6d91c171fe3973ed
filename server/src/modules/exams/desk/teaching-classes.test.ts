import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { asStaff, createStaff } from '../../../testing/staff'
import { start } from '../exams.fixture'
import { allTypes, type Desk, sit, startDesk } from './desk.fixture'
import { body, classUid, saveDraftOf } from './drafts.fixture'
import { clashesOf } from './publish-draft'

let desk: Desk
let course: { id: number; uid: string }
let second: { id: number; uid: string }
beforeAll(async () => {
  desk = await startDesk()
  course = await addCourse('course', '数据结构（周二）')
  second = await addCourse('second', '数据结构（周四）')
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

function addCourse(slug: string, name: string) {
  const { server, school } = desk
  return server.db
    .insertInto('classes')
    .values({
      uid: randomUUID(),
      school_id: school.schools.here.id,
      slug,
      name,
      kind: 'course',
      college: '',
      year: 2026,
      position: 5,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
}

/** A verified student of home class `classNo` who is also in teaching classes. */
async function member(classNo: number, ...classes: number[]) {
  const { server, school } = desk
  const { db, clock } = server
  const made = await school.student('here', classNo)
  const roster = await db
    .insertInto('rosters')
    .values({
      school_id: school.schools.here.id,
      class_id: school.schools.here.classes[classNo]!,
      student_no: String(made.user.id),
      name: '某人',
      claimed_by: made.user.id,
      claimed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const class_id of classes)
    await db.insertInto('class_members').values({ class_id, roster_id: roster.id, added_at: clock.now() }).execute()
  return made
}

const permission = 'GET /v1/examination/permission'

describe('exams of teaching classes', () => {
  it('a student of a teaching class takes its exam, and a student of another class cannot', async () => {
    const { school, owner, server } = desk
    const exam = await school.publish({ classes: ['course'] })
    const inside = await member(1, course.id)
    const outside = await member(1, second.id)
    expect(await inside.client.call(permission, { id: exam })).toMatchObject({ allowed: true, action: 'start' })
    expect(await outside.client.call(permission, { id: exam })).toMatchObject({ allowed: false, reason: 'class' })
    const refused = await outside.client.send('GET /v1/exam_start', { id: exam, device: randomUUID(), takeOver: false })
    expect(refused.data).toMatchObject({ error: 'exam-refused', reason: 'class' })
    const listed = (client: typeof inside.client) => client.call('GET /v1/exam_list', {})
    expect((await listed(inside.client)).list.map(({ id }) => id)).toContain(exam)
    expect((await listed(outside.client)).list).toEqual([])
    const study = await inside.client.call('GET /v1/examination_info', { id: exam })
    expect(study.permission.allowed).toBe(true)
    await school.tick()
    await sit(desk, exam, allTypes, '', inside)
    server.clock.set(testStart + 3700)
    await school.tick()
    const { list, total } = await owner.call('GET /staff/v1/exam_results', { exam })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ class: '数据结构（周二）', score: 10 })
    expect((await owner.call('GET /staff/v1/exam_statistics', { exam })).classes).toMatchObject([
      { name: '数据结构（周二）', scored: 1 },
    ])
    expect(await owner.call('GET /staff/v1/exam_info', { id: exam })).toMatchObject({ students: 1 })
    expect((await owner.call('GET /staff/v1/exam_live', { id: exam })).students).toMatchObject([
      { class: '数据结构（周二）' },
    ])
  })

  it('a student in two classes of an exam counts once, in the home class', async () => {
    const { school, owner } = desk
    const exam = await school.publish({ classes: ['two', 'course', 'second'] })
    const both = await member(1, course.id, second.id)
    const courses = await member(0, course.id, second.id)
    await sit(desk, exam, allTypes, '', both)
    await start(courses.client, exam)
    const { list } = await owner.call('GET /staff/v1/exam_results', { exam, limit: 200 })
    const rows = (id: string) => list.filter(({ student }) => student === id).map((row) => row.class)
    expect(rows(both.user.uid)).toEqual(['two 班'])
    expect(rows(courses.user.uid)).toEqual(['数据结构（周二）'])
    const live = (await owner.call('GET /staff/v1/exam_live', { id: exam })).students
    expect(live.filter(({ student }) => student === both.user.uid)).toHaveLength(1)
  })

  it('the teacher of a teaching class sees its number of students when publishing', async () => {
    const { server } = desk
    const teacher = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: second.id }))
    const students = async () => {
      const [school] = await teacher.call('GET /staff/v1/exam_class_list', {})
      expect(school!.classes.map(({ id }) => id)).toEqual([second.uid])
      return school!.classes[0]!.students
    }
    const before = await students()
    await member(0, second.id)
    await member(0, course.id)
    expect(await students()).toBe(before + 1)
  })

  it('publishing to home class and teaching class counts a student of both once', async () => {
    const { owner } = desk
    const both = async () => {
      const content = body({ classes: [classUid('two'), second.uid] })
      const { id, version } = await saveDraftOf({ ...desk, teacher: owner }, content)
      const { students, classes } = await owner.call('GET /staff/v1/exam_draft_check', { id })
      return { id, version, students, sum: classes.reduce((sum, one) => sum + one.students, 0) }
    }
    const before = await both()
    await member(1, second.id)
    const after = await both()
    expect(after.students).toBe(before.students + 1)
    expect(after.sum).toBe(before.sum + 2)
    const { id, version } = after
    const published = await owner.call('POST /staff/v1/exam_publish', { draft: id, version, acceptClashes: true })
    expect(published.students).toBe(after.students)
    expect(await owner.call('GET /staff/v1/exam_info', { id: published.exam })).toMatchObject({
      students: after.students,
    })
  })

  it('a student who leaves the teaching class keeps an exam that was taken, and cannot start another one', async () => {
    const { school, server, owner } = desk
    const [taken, other] = [
      await school.publish({ classes: ['course'] }),
      await school.publish({ classes: ['course'] }),
    ]
    const student = await member(1, course.id)
    await sit(desk, taken, allTypes, '', student)
    await server.db.deleteFrom('class_members').where('class_id', '=', course.id).execute()
    expect(await student.client.call(permission, { id: other })).toMatchObject({ reason: 'class' })
    const { list } = await owner.call('GET /staff/v1/exam_results', { exam: taken })
    expect(list.map(({ student: id }) => id)).toEqual([student.user.uid])
  })
})

it('two exams at the same time clash for a student of both classes, and the other class is named', async () => {
  const { school, server } = desk
  const ids = desk.school.schools.here.classes
  await member(1, course.id)
  const exam = await school.publish({ classes: ['course'] })
  const time = { startsAt: testStart, endsAt: testStart + 60, apart: null }
  const clashes = await clashesOf(server.db, { ...time, classIds: [ids[1]!] })
  expect(clashes.find(({ id }) => id === exam)).toMatchObject({ classes: ['数据结构（周二）'] })
  await server.db.deleteFrom('class_members').where('class_id', '=', course.id).execute()
  const after = await clashesOf(server.db, { ...time, classIds: [ids[1]!] })
  expect(after.map(({ id }) => id)).not.toContain(exam)
})

it('a broadcast to a teaching class is sent only to its students', async () => {
  const { server } = desk
  const operator = await asStaff(server, await createStaff(server, 'operator'))
  const inside = await member(0, second.id)
  await member(0)
  const before = await operator.call('GET /staff/v1/broadcast_count', { to: 'class', id: second.uid })
  await server.db.updateTable('users').set({ student_status: 'none' }).where('id', '=', inside.user.id).execute()
  const after = await operator.call('GET /staff/v1/broadcast_count', { to: 'class', id: second.uid })
  expect(before.recipients - after.recipients).toBe(1)
})
