import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCurriculum } from '../../testing/catalogue'
import { asStaff, createStaff } from '../../testing/staff'
import { startClasses } from './classes.fixture'
import { syncClassGrants } from './grants'

let world: Awaited<ReturnType<typeof startClasses>>
let book: Awaited<ReturnType<typeof addCurriculum>>
const users: { id: number }[] = []

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, first, school } = world
  const students = ['2026001', '2026002', '2026003'].map((studentNo) => ({ studentNo, name: `学生${studentNo}` }))
  await admin.call('POST /staff/v1/class_students_add', {
    id: first.uid,
    students: students.map((one) => ({ ...one, name: '周以宁' })),
  })
  for (const { studentNo } of students) {
    const user = await server.createUser()
    const input = { schoolId: school.uid, classId: first.uid, studentNo, name: '周以宁' }
    await (await server.as(user)).call('POST /v1/student_auth', input)
    users.push(user)
  }
  book = await addCurriculum(server.db, { kind: 'textbook', title: '数据结构', price: 59 })
})
afterAll(() => world.stop())

/** Student numbers of the students who own the book. */
async function owners(): Promise<number[]> {
  const rows = await world.db
    .selectFrom('entitlements')
    .select('user_id')
    .where('curriculum_id', '=', book.id)
    .where('revoked_at', 'is', null)
    .execute()
  return users.flatMap(({ id }, at) => (rows.some(({ user_id }) => user_id === id) ? at : [])).sort()
}

describe('content granted to a class', () => {
  it('paid content needs seats of the school', async () => {
    const { server, admin, first, school } = world
    const grant = { class: first.uid, curriculum: book.uid, seats: 2 }
    const refused = await admin.send('POST /staff/v1/class_grant', grant)
    expect(refused.data).toMatchObject({ error: 'seats-exceeded' })
    const operator = await asStaff(server, await createStaff(server, 'operator'))
    const seats = { schoolId: school.uid, curriculum: book.uid, seats: 2 }
    await operator.call('POST /staff/v1/school_seats_set', seats)
    expect(await admin.call('GET /staff/v1/school_seats', { schoolId: school.uid })).toMatchObject([
      { seats: 2, granted: 0, curriculum: { title: '数据结构' } },
    ])
    expect(await admin.call('POST /staff/v1/class_grant', grant)).toMatchObject([{ seats: 2, used: 2 }])
    expect(await owners()).toEqual([0, 1])
    const listed = await operator.call('GET /staff/v1/seats_list', {})
    expect(listed.schools.map(({ id }) => id)).toContain(school.uid)
    expect(listed.list).toMatchObject([
      { school: { id: school.uid }, curriculum: { title: '数据结构' }, seats: 2, granted: 2, used: 2, endsAt: null },
    ])
    expect((await admin.send('GET /staff/v1/seats_list', {})).data).toMatchObject({ error: 'not-permitted' })
  })

  it('a student who leaves the class loses the content, and the next student gets the seat', async () => {
    const { server, admin, first } = world
    const removal = { id: first.uid, students: ['2026001'], reason: '退学' }
    await admin.call('POST /staff/v1/class_students_remove', removal)
    await syncClassGrants(server.db, server.clock.now())
    expect(await owners()).toEqual([1, 2])
  })

  it('a new student with a smaller student number takes no seat from another student', async () => {
    const { server, admin, first, school } = world
    const students = [{ studentNo: '2026000', name: '先来' }]
    await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students })
    const input = { schoolId: school.uid, classId: first.uid, ...students[0]! }
    await (await server.as()).call('POST /v1/student_auth', input)
    await syncClassGrants(server.db, server.clock.now())
    expect(await owners()).toEqual([1, 2])
    const grants = await admin.call('GET /staff/v1/class_grants', { class: first.uid })
    expect(grants).toMatchObject([{ seats: 2, used: 2, without: 1 }])
  })

  it('ended and revoked grants remove access to the content, but bought content stays', async () => {
    const { server, admin, first, db } = world
    const now = server.clock.now()
    await db
      .insertInto('entitlements')
      .values({ user_id: users[0]!.id, curriculum_id: book.id, source: 'order 1', created_at: now })
      .execute()
    const changed = { class: first.uid, curriculum: book.uid, seats: 2, endsAt: now + 60 }
    await admin.call('POST /staff/v1/class_grant', changed)
    server.clock.advance(120)
    await syncClassGrants(server.db, server.clock.now())
    expect(await owners()).toEqual([0])
    expect(await admin.call('GET /staff/v1/class_grants', { class: first.uid })).toEqual([])
  })

  it('an administrator of another school can neither see nor revoke the grant', async () => {
    const { server, admin, first } = world
    const [grant] = await admin.call('POST /staff/v1/class_grant', { class: first.uid, curriculum: book.uid, seats: 1 })
    const { addSchool } = await import('../../testing/staff')
    const other = await addSchool(server, 'grants-other')
    const foreign = await asStaff(
      server,
      await createStaff(server, 'school_admin', { kind: 'school', id: other.school.id }),
    )
    const refused = await foreign.send('POST /staff/v1/class_grant_revoke', { id: grant!.id, reason: 'x' })
    expect(refused.data).toMatchObject({ error: 'grant-not-found' })
    await admin.call('POST /staff/v1/class_grant_revoke', { id: grant!.id, reason: '学期结束' })
    expect(await owners()).toEqual([0])
  })
})
