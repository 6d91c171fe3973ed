import { formatDate } from '@dxx/contract/rules/time-from'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client'
import { messagesOf } from '../../testing/community'
import { asStaff, createStaff } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'

let world: Awaited<ReturnType<typeof startClasses>>
let student: { id: number; uid: string }
let client: Client
let columns: string[]

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, teacher, first, school } = world
  const entry = { studentNo: '2026001', name: '周以宁' }
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: [entry] })
  student = await server.createUser()
  client = await server.as(student)
  await client.call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...entry })
  const now = server.clock.now()
  columns = []
  for (const [title, score] of [
    ['报告一', 60],
    ['报告二', 90],
  ] as const) {
    const { id } = await teacher.call('POST /staff/v1/assignment_save', {
      classes: [first.uid],
      title,
      startsAt: now,
      dueAt: now + 3600 + columns.length,
      items: [{ kind: 'handin', title, points: 100 }],
    })
    columns.push(id)
    const item = (await client.call('GET /v1/assignment', { id })).items[0]!.id
    await client.call('POST /v1/hand_in', { item, text: '报告' })
    const { list } = await teacher.call('GET /staff/v1/hand_ins', { assignment: id })
    await teacher.call('POST /staff/v1/hand_in_grade', { id: list[0]!.id, number: 1, score })
  }
})
afterAll(() => world.stop())

const bookOf = () => world.teacher.call('GET /staff/v1/gradebook', { class: world.first.uid })

describe('gradebook of a class', () => {
  it('lists graded homework and exams with a weighted total', async () => {
    const book = await bookOf()
    expect(book.columns.map(({ title }) => title)).toEqual(['报告一', '报告二'])
    expect(book.rows).toMatchObject([
      { studentNo: '2026001', grades: [{ percent: 60 }, { percent: 90 }], total: 75, dropped: [] },
    ])
  })

  it('drops the lowest score if the settings say that it does not count', async () => {
    const { settings } = await bookOf()
    const changed = { ...settings, homework: { weight: 40, drop: 1 } }
    await world.teacher.call('POST /staff/v1/gradebook_settings', { class: world.first.uid, settings: changed })
    expect((await bookOf()).rows).toMatchObject([{ total: 90, dropped: [0] }])
  })

  it('an override has a reason that the student sees, and can be taken back', async () => {
    const { server, teacher, first } = world
    const override = { class: first.uid, column: columns[1]!, user: student.uid, reason: '补交了数据' }
    expect(await teacher.call('POST /staff/v1/grade_override', { ...override, percent: 95.5 })).toEqual({
      percent: 95.5,
      override: '补交了数据',
    })
    const ownGrades = await client.call('GET /v1/my_grades', { class: first.uid })
    expect(ownGrades.grades).toEqual([
      { percent: 60, override: null },
      { percent: 95.5, override: '补交了数据' },
    ])
    expect((await messagesOf(server.db, student.id)).map(({ title }) => title)).toContain('成绩有改动')
    await teacher.call('POST /staff/v1/grade_override', { ...override, percent: null })
    expect((await bookOf()).rows[0]!.grades[1]).toEqual({ percent: 90, override: null })
  })

  it('exports have the columns that Moodle, Canvas and the registry import', async () => {
    const { admin, teacher, first } = world
    const text = async (format: 'moodle' | 'canvas') => {
      const { base64 } = await teacher.call('POST /staff/v1/gradebook_export', { class: first.uid, format })
      return Buffer.from(base64, 'base64').toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
    }
    expect(await text('moodle')).toEqual(['ID number,报告一,报告二,Course total', '2026001,60,90,90'])
    expect(await text('canvas')).toEqual([
      'Student,ID,SIS User ID,SIS Login ID,Section,报告一,报告二',
      '    Points Possible,,,,,100,100',
      '2026001,,2026001,,一班,60,90',
    ])
    const named = await admin.call('POST /staff/v1/gradebook_export_names', { class: first.uid, format: 'registry' })
    const sheet = Object.values(read(Buffer.from(named.base64, 'base64')).Sheets)[0]!
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['序号', '学号', '姓名', '班级', '报告一', '报告二', '总评成绩'],
      [1, '2026001', '周以宁', '一班', 60, 90, 90],
    ])
    const refused = await teacher.send('POST /staff/v1/gradebook_export_names', { class: first.uid, format: 'moodle' })
    expect(refused.data).toMatchObject({ error: 'not-permitted' })
  })

  it('a home class shows the current term; changed weights of one term do not change other terms', async () => {
    const { server, admin, school, first } = world
    const day = (days: number) => formatDate(server.clock.now() + days * 86_400)
    const term = async (name: string, from: number, to: number) => {
      const dates = { startsOn: day(from), endsOn: day(to) }
      return (await admin.call('POST /staff/v1/term_save', { schoolId: school.uid, name, ...dates })).id
    }
    const autumn = await term('秋季', -20, 20)
    const spring = await term('春季', 100, 200)
    expect(await bookOf()).toMatchObject({ term: autumn, terms: [{ name: '秋季' }], columns: [{}, {}] })
    // Advances to the holidays after the last day of the term.
    server.clock.advance(50 * 86_400)
    // Console sessions end after an hour.
    const signedIn = () => asStaff(server, world.teacherUser)
    const book = async (more: object = {}) =>
      (await signedIn()).call('GET /staff/v1/gradebook', { class: first.uid, ...more })
    expect(await book()).toMatchObject({ term: autumn, columns: [{}, {}] })
    server.clock.advance(60 * 86_400)
    const { settings } = await book()
    const changed = { ...settings, homework: { weight: 10, drop: 0 } }
    await (await signedIn()).call('POST /staff/v1/gradebook_settings', { class: first.uid, settings: changed })
    expect(await book()).toMatchObject({ term: spring, columns: [], settings: changed })
    expect(await book({ term: autumn })).toMatchObject({ term: autumn, columns: [{}, {}], settings })
    expect(await book({ term: 'all' })).toMatchObject({ term: null, columns: [{}, {}] })
    const ownGrades = await (await server.as(student)).call('GET /v1/my_grades', { class: first.uid, term: autumn })
    expect(ownGrades).toMatchObject({ term: autumn, terms: [{ name: '春季' }, { name: '秋季' }], settings })
    const foreign = await (await signedIn()).send('GET /staff/v1/gradebook', { class: first.uid, term: first.uid })
    expect(foreign.data).toMatchObject({ error: 'term-not-found' })
  })

  it('grades of a class are visible neither to other students nor to teachers of other classes', async () => {
    const { server, first, second } = world
    const stranger = await server.as()
    expect((await stranger.send('GET /v1/my_grades', { class: first.uid })).data).toMatchObject({
      error: 'class-not-found',
    })
    const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: second.id }))
    expect((await other.send('GET /staff/v1/gradebook', { class: first.uid })).data).toMatchObject({
      error: 'class-not-found',
    })
  })
})
