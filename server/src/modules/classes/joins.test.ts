import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesOf } from '../../testing/community'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { startClasses } from './classes.fixture'

let world: Awaited<ReturnType<typeof startClasses>>
let code: string
beforeAll(async () => {
  world = await startClasses()
  code = (await world.teacher.call('POST /staff/v1/class_code', { id: world.first.uid, action: 'open' })).joinCode!
})
afterAll(() => world.stop())

const workOf = async () => (await world.teacher.call('GET /staff/v1/work_list', { kinds: ['join'] })).list

describe('joining a class by its code', () => {
  it('a student asks with the code, the teacher approves in the work queue, and the student is verified', async () => {
    const { server, teacher, first, db } = world
    const user = await server.createUser()
    const client = await server.as(user)
    expect(await client.call('GET /v1/class_by_code', { code: code.toLowerCase() })).toMatchObject({
      name: '一班',
      teachers: ['林老师'],
    })
    const request = await client.call('POST /v1/class_join', { code, studentNo: '2026001', name: '周以宁' })
    expect(request).toMatchObject({ classes: [], request: { state: 'waiting', class: { name: '一班' } } })
    const [item] = await workOf()
    expect(item).toMatchObject({ kind: 'join', kindName: '加入班级', title: '一班 · 周以宁' })
    expect(await teacher.call('GET /staff/v1/work_item', { id: item!.id })).toMatchObject({
      detail: { kind: 'join', given: { studentNo: '2026001', name: '周以宁' }, roster: null, currentClass: null },
    })
    const { approved } = await teacher.call('POST /staff/v1/join_approve', { items: [{ id: item!.id }] })
    expect(approved).toBe(1)
    expect(await client.call('GET /v1/my_classes', {})).toMatchObject({
      classes: [{ id: first.uid, kind: 'home' }],
      request: null,
    })
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({
      status: 'passed',
      application: { classId: first.uid, studentNo: '2026001' },
    })
    expect((await messagesOf(db, user.id)).map(({ title }) => title)).toContain('已加入班级')
    const again = await client.send('POST /v1/class_join', { code, studentNo: '2026001', name: '周以宁' })
    expect(again.data).toMatchObject({ error: 'class-joined' })
  })

  it('a join request cannot take over the number of another student', async () => {
    const { server, teacher } = world
    const client = await server.as()
    await client.call('POST /v1/class_join', { code, studentNo: '2026001', name: '周以宁' })
    const [item] = await workOf()
    const refused = await teacher.send('POST /staff/v1/join_approve', { items: [{ id: item!.id }] })
    expect(refused.data).toMatchObject({ error: 'join-conflict' })
    await teacher.call('POST /staff/v1/join_reject', { id: item!.id, reason: '学号不是你的' })
    expect(await client.call('GET /v1/my_classes', {})).toMatchObject({
      request: { state: 'rejected', reason: '学号不是你的' },
    })
  })

  it('the proof of a campus account is valid for its own number only', async () => {
    const { server, teacher, school, db } = world
    const joinedAs = async (proved: string, studentNo: string, name: string, schoolId = school.id) => {
      const user = await server.createUser()
      await db
        .insertInto('student_applications')
        .values({
          user_id: user.id,
          school_id: schoolId,
          school_name: '',
          class_name: '未分班',
          student_no: proved,
          name,
          submitted_at: 0,
          by_campus: true,
        })
        .execute()
      await (await server.as(user)).call('POST /v1/class_join', { code, studentNo, name })
      const [item] = await workOf()
      await teacher.call('POST /staff/v1/join_approve', { items: [{ id: item!.id }] })
      const row = db.selectFrom('student_applications').select('by_campus').where('user_id', '=', user.id)
      return (await row.executeTakeFirstOrThrow()).by_campus
    }
    expect(await joinedAs('2026011', '2026011', '顾南')).toBe(true)
    expect(await joinedAs('2026012', '2026013', '顾北')).toBe(false)
    const other = await addSchool(server, 'other-campus')
    expect(await joinedAs('2026014', '2026014', '顾西', other.school.id)).toBe(false)
  })

  it('a request can be withdrawn, which closes its work item', async () => {
    const { server } = world
    const client = await server.as()
    await client.call('POST /v1/class_join', { code, studentNo: '2026002', name: '许清' })
    expect(await workOf()).toHaveLength(1)
    expect(await client.call('POST /v1/class_join_withdraw', {})).toMatchObject({ request: null })
    expect(await workOf()).toHaveLength(0)
    expect((await client.send('POST /v1/class_join_withdraw', {})).data).toMatchObject({ error: 'join-not-found' })
  })

  it('a renewed code replaces the old one, and a closed code is refused', async () => {
    const { server, teacher, first } = world
    const client = await server.as()
    const { joinCode } = await teacher.call('POST /staff/v1/class_code', { id: first.uid, action: 'renew' })
    expect(joinCode).not.toBe(code)
    expect((await client.send('GET /v1/class_by_code', { code })).data).toMatchObject({ error: 'class-code-wrong' })
    await teacher.call('POST /staff/v1/class_code', { id: first.uid, action: 'close' })
    const closed = await client.send('GET /v1/class_by_code', { code: joinCode! })
    expect(closed.data).toMatchObject({ error: 'class-code-wrong' })
    code = (await teacher.call('POST /staff/v1/class_code', { id: first.uid, action: 'open' })).joinCode!
  })

  it('guessing codes is limited to 30 tries a day', async () => {
    const client = await world.server.as()
    for (let tries = 0; tries < 30; tries++) await client.send('GET /v1/class_by_code', { code: '222222' })
    expect((await client.send('GET /v1/class_by_code', { code })).data).toMatchObject({ error: 'too-many' })
  })

  it('a teacher of another class can neither see nor decide the request', async () => {
    const { server, second } = world
    const client = await server.as()
    await client.call('POST /v1/class_join', { code, studentNo: '2026003', name: '沈岸' })
    const [item] = await workOf()
    const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: second.id }))
    const seen = async (by: typeof other) => {
      const { list } = await by.call('GET /staff/v1/work_list', { kinds: ['join'] })
      const { kinds } = await by.call('GET /staff/v1/work_counts', {})
      const next = await by.call('GET /staff/v1/work_next', { kinds: ['join'] })
      return [list.map(({ id }) => id), kinds.find(({ kind }) => kind === 'join')!.waiting, next.item?.id]
    }
    expect(await seen(world.teacher)).toEqual([[item!.id], 1, item!.id])
    expect(await seen(other)).toEqual([[], 0, undefined])
    const refused = await other.send('POST /staff/v1/join_approve', { items: [{ id: item!.id }] })
    expect(refused.data).toMatchObject({ error: 'work-not-found' })
  })
})

describe('classes and their students', () => {
  it('a class is created, found, changed and archived', async () => {
    const { admin, teacher, school } = world
    const fields = { schoolId: school.uid, name: '物理 2601 班', college: '物理学院', year: 2026 }
    const { id } = await admin.call('POST /staff/v1/class_save', fields)
    expect((await admin.send('POST /staff/v1/class_save', fields)).data).toMatchObject({ error: 'class-name-taken' })
    await admin.call('POST /staff/v1/class_save', { ...fields, id, name: '物理 2602 班' })
    const named = async () =>
      (await admin.call('GET /staff/v1/class_list', { keyword: '物理' })).list.map((c) => c.name)
    expect(await named()).toEqual(['物理 2602 班'])
    expect((await teacher.send('GET /staff/v1/class_detail', { id })).data).toMatchObject({ error: 'class-not-found' })
    await admin.call('POST /staff/v1/class_archive', { id })
    expect(await named()).toEqual([])
    await admin.call('POST /staff/v1/class_archive', { id, restore: true })
    expect(await named()).toEqual(['物理 2602 班'])
  })

  it('students are added, moved and taken out of a class', async () => {
    const { admin, first, second, studentsOf } = world
    const students = [
      { studentNo: '2026201', name: '温言' },
      { studentNo: '2026202', name: '江月' },
    ]
    expect(await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students })).toEqual({ added: 2 })
    const wrong = [{ studentNo: '2026201', name: '另一个人' }]
    const refused = await admin.send('POST /staff/v1/class_students_add', { id: second.uid, students: wrong })
    expect(refused.data).toMatchObject({ error: 'roster-name-differs' })
    const move = { id: first.uid, to: second.uid, students: ['2026201'] }
    expect(await admin.call('POST /staff/v1/class_students_move', move)).toEqual({ moved: 1 })
    expect(await studentsOf(second.uid)).toEqual(['2026201 温言'])
    const removal = { id: second.uid, students: ['2026201'], reason: '退学' }
    expect(await admin.call('POST /staff/v1/class_students_remove', removal)).toEqual({ removed: 1 })
    expect(await studentsOf(second.uid)).toEqual([])
  })

  it('a teaching class has students of other classes, who keep their home class', async () => {
    const { admin, school, first, studentsOf } = world
    const term = { schoolId: school.uid, name: '2027 春', startsOn: '2027-02-20', endsOn: '2027-07-01' }
    const { id: termId } = await admin.call('POST /staff/v1/term_save', term)
    const { id } = await admin.call('POST /staff/v1/class_save', {
      schoolId: school.uid,
      name: '数据结构-01',
      year: 2026,
      kind: 'course',
      term: termId,
    })
    const students = [{ studentNo: '2026202', name: '江月' }]
    await admin.call('POST /staff/v1/class_students_add', { id, students })
    expect(await studentsOf(id)).toEqual(['2026202 江月'])
    expect(await studentsOf(first.uid)).toContain('2026202 江月')
    expect(await admin.call('GET /staff/v1/class_detail', { id })).toMatchObject({ term: { name: '2027 春' } })
    expect(await admin.call('GET /staff/v1/term_list', {})).toMatchObject([{ name: '2027 春' }])
  })

  it('a student who is in teaching classes only is listed once, and can be moved to another class or to none', async () => {
    const { admin, school, studentsOf } = world
    const course = async (name: string) => {
      const fields = { schoolId: school.uid, name, year: 2026, kind: 'course' as const }
      return (await admin.call('POST /staff/v1/class_save', fields)).id
    }
    const [algebra, optics] = [await course('线性代数-01'), await course('光学-01')]
    const students = [{ studentNo: '2026301', name: '闻笛' }]
    await admin.call('POST /staff/v1/class_students_add', { id: algebra, students })
    expect(await studentsOf(algebra)).toEqual(['2026301 闻笛'])
    const move = { id: algebra, to: optics, students: ['2026301'] }
    await admin.call('POST /staff/v1/class_students_move', move)
    expect([await studentsOf(algebra), await studentsOf(optics)]).toEqual([[], ['2026301 闻笛']])
    const removal = { id: optics, students: ['2026301'], reason: '退课' }
    await admin.call('POST /staff/v1/class_students_remove', removal)
    expect(await studentsOf(optics)).toEqual([])
  })
})
