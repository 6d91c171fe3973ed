import { allRoles, type Role, roles, type ScopeKind } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { openWork } from '../../../server/src/modules/work/public'
import { startTestApp, type TestApp } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { addSchool, asStaff, createStaff, giveRole, type TestScope } from '../../../server/src/testing/staff'

/** Contained in every text of the foreign scope. */
export const foreignText = '外校不能看的话'

type Ids = Record<Exclude<ScopeKind, 'site'>, number>

interface Half {
  ids: Ids
  /** Public ids of what lies in this half: school, class, curriculum, exam, grant, session, work items, person. */
  uids: Record<string, string>
}

/** An appeal about the exam waits in the work queue. */
async function addAppeal(app: TestApp, examId: number, schoolId: number, name: string) {
  const { id: userId } = await app.createUser({ nickname: name })
  const { rows } = await sql<{ id: number }>`
    with attempt as (
      insert into exam_attempts (exam_id, user_id, number, seed, state, score_state)
      values (${examId}, ${userId}, 1, 1, 'submitted', 'scored') returning id)
    insert into exam_appeals (attempt_id, position, reason, created_at)
    select id, 0, ${name}, ${app.clock.now()}::bigint from attempt returning id`.execute(app.db)
  const subjectId = rows[0]!.id
  await openWork(app.db, { kind: 'appeal', subjectId, userId, schoolId, title: name }, app.clock.now())
  const work = app.db.selectFrom('work_items').select('uid').where('kind', '=', 'appeal')
  return work.where('subject_id', '=', subjectId).executeTakeFirstOrThrow()
}

/** Creates a school with an exam, a course, a teacher with a console session, and a student who waits for review. */
async function addHalf(app: TestApp, slug: string, name: string): Promise<Half> {
  const { school, first, exam } = await addSchool(app, slug)
  await app.db.updateTable('schools').set({ has_roster: false }).where('id', '=', school.id).execute()
  const course = await addCurriculum(app.db, { title: name })
  const teacher = await createStaff(app, 'teacher', { kind: 'class', id: first.id }, name)
  await createStaff(app, 'school_admin', { kind: 'school', id: school.id }, name)
  await createConsoleSession(app.db, { userId: teacher.id, factor: true, address: '', agent: name }, app.clock.now())
  const student = await app.as(await app.createUser({ nickname: name }))
  const application = { schoolId: school.uid, className: name, studentNo: '20270001', name }
  await student.call('POST /v1/student_auth', application)
  const uidOf = async (table: 'staff_grants' | 'console_sessions', userId: number) =>
    (await app.db.selectFrom(table).select('uid').where('user_id', '=', userId).executeTakeFirstOrThrow()).uid
  const appeal = await addAppeal(app, exam.id, school.id, name)
  const item = await app.db
    .selectFrom('work_items')
    .select('uid')
    .where('school_id', '=', school.id)
    .where('kind', '=', 'student')
    .executeTakeFirstOrThrow()
  return {
    ids: { school: school.id, class: first.id, curriculum: course.id, exam: exam.id },
    uids: {
      school: school.uid,
      class: first.uid,
      curriculum: course.uid,
      exam: exam.uid,
      grant: await uidOf('staff_grants', teacher.id),
      session: await uidOf('console_sessions', teacher.id),
      work: item.uid,
      appealWork: appeal.uid,
      person: teacher.uid,
    },
  }
}

export const isScoped = (role: Role) => !(roles[role].scopes as readonly ScopeKind[]).includes('site')

/** One member of staff per role in the own half; the same things exist in a foreign half. */
export async function createStaffFixture() {
  const app = await startTestApp({ secondFactor: true, floodPerUser: 1e9, floodPerAddress: 1e9 })
  const own = await addHalf(app, 'own', '本校')
  const foreign = await addHalf(app, 'foreign', foreignText)
  const scopesOf = (role: Role): TestScope[] =>
    roles[role].scopes.map((kind) => ({ kind, id: kind === 'site' ? null : own.ids[kind] }))
  const people = {} as Record<Role, { id: number; uid: string }>
  for (const role of allRoles) {
    const [first, ...more] = scopesOf(role)
    people[role] = await createStaff(app, role, first, `本校 ${role}`)
    for (const scope of more) await giveRole(app, people[role], role, scope)
  }
  return {
    app,
    own,
    foreign,
    people,
    /** A client of a role; `factor` and `proved` as after a complete login. */
    as: (role: Role, { factor = true, proved = true } = {}) => asStaff(app, people[role], { factor, proved }),
    close: () => app.close(),
  }
}

export type StaffFixture = Awaited<ReturnType<typeof createStaffFixture>>
