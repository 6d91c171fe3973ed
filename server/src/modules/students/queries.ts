import type { StudentStatus } from '@dxx/contract/calls/accounts'
import type { StudentAuthInfo } from '@dxx/contract/calls/students'
import type { Db } from '../../db/connection'

export function schoolByUid(db: Db, uid: string) {
  return db
    .selectFrom('schools')
    .select(['id', 'name', 'has_roster', 'roster_match'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

const initials = new Map<string, readonly string[]>()

/** Ids of the schools whose pinyin begins with the keyword: jcdx and jiangcheng find 江城大学. */
export async function schoolsByInitials(db: Db, keyword: string): Promise<number[]> {
  const wanted = keyword.toLowerCase().replace(/\s+/g, '')
  if (!/^[a-z]+$/.test(wanted)) return []
  // The dictionary of pinyin is loaded with the first search for a school.
  const { initialsOf } = await import('../../text/initials')
  const all = await db.selectFrom('schools').select(['id', 'name']).execute()
  return all
    .filter(({ name }) => {
      // Cached, because converting a name to pinyin takes longer than the rest of the search; schools are few.
      if (!initials.has(name)) initials.set(name, initialsOf(name))
      return initials.get(name)!.some((spelled) => spelled.startsWith(wanted))
    })
    .map(({ id }) => id)
}

export async function classById(db: Db, id: number) {
  const { name } = await db.selectFrom('classes').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return { class_id: id, class_name: name }
}

export async function authInfo(db: Db, userId: number): Promise<StudentAuthInfo> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('student_applications as a', 'a.user_id', 'u.id')
    .leftJoin('schools as s', 's.id', 'a.school_id')
    .leftJoin('classes as c', 'c.id', 'a.class_id')
    .select([
      'u.student_status as status',
      's.uid as schoolId',
      'a.university_code as universityCode',
      'a.school_name as school',
      'c.uid as classId',
      'a.class_name as className',
      'a.student_no as studentNo',
      'a.name',
      'a.photo_id as photoId',
      'a.submitted_at as submittedAt',
      'a.reviewed_at as reviewedAt',
      'a.reason',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { status, photoId, schoolId, universityCode, classId, reviewedAt, submittedAt, ...texts } = row
  if (submittedAt === null) return { status, application: null }
  return {
    status,
    application: {
      schoolId,
      universityCode,
      classId,
      school: texts.school!,
      className: texts.className!,
      studentNo: texts.studentNo!,
      name: texts.name!,
      reason: texts.reason!,
      hasPhoto: photoId !== null,
      submittedAt,
      reviewedAt,
    },
  }
}

/** Sets users.student_status, which every access check reads. No other function writes this column. */
export async function setStudentStatus(tx: Db, userId: number, status: StudentStatus): Promise<void> {
  await tx.updateTable('users').set({ student_status: status }).where('id', '=', userId).execute()
}

/** Finds and locks the roster entry of a student number, so that it is claimed only once. */
export function rosterEntry(tx: Db, schoolId: number, studentNo: string) {
  return tx
    .selectFrom('rosters')
    .select(['id', 'class_id', 'name', 'claimed_by'])
    .where('school_id', '=', schoolId)
    .where('student_no', '=', studentNo)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the user who has claimed the roster entry of a student number. */
export async function claimantOf(db: Db, schoolId: number, studentNo: string): Promise<number | null> {
  const entry = await db
    .selectFrom('rosters')
    .select('claimed_by')
    .where('school_id', '=', schoolId)
    .where('student_no', '=', studentNo)
    .executeTakeFirst()
  return entry?.claimed_by ?? null
}

export async function claimEntry(tx: Db, entryId: number, userId: number, now: number): Promise<void> {
  await tx.updateTable('rosters').set({ claimed_by: userId, claimed_at: now }).where('id', '=', entryId).execute()
}

export async function releaseEntries(tx: Db, userId: number): Promise<void> {
  await tx.updateTable('rosters').set({ claimed_by: null, claimed_at: null }).where('claimed_by', '=', userId).execute()
}
