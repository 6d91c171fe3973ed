import type { Db } from '../../db/connection'
import { closeWork } from '../work/public'
import { notifyPassed } from './notices'
import { claimEntry, classById, releaseEntries, rosterEntry, setStudentStatus } from './queries'
import { rejectUser } from './reject'

/** A student as confirmed by the login server of the school. */
interface ProvedStudent {
  schoolId: number
  studentNo: string
  name: string
}

/** Shown instead of a class if the school has no roster. */
const noClass = '未分班'

const validNumber = /^[0-9A-Za-z-]{1,32}$/

/**
 * Passes the student authentication of a user whose number the school has confirmed. Moves the roster entry from
 * another account that claimed it by name and number. Does nothing for users who are not on the school's roster, such
 * as teachers, and for users who have passed already.
 */
export async function passByCampus(tx: Db, userId: number, student: ProvedStudent, now: number): Promise<void> {
  const { schoolId, studentNo } = student
  if (!validNumber.test(studentNo)) return
  const { student_status: status } = await tx
    .selectFrom('users')
    .select('student_status')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'passed') return
  const school = await tx
    .selectFrom('schools')
    .select(['name', 'has_roster'])
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  const entry = await rosterEntry(tx, schoolId, studentNo)
  if (!entry && school.has_roster) return
  if (entry && entry.claimed_by !== null && entry.claimed_by !== userId) {
    await releaseEntries(tx, entry.claimed_by)
    await rejectUser(tx, entry.claimed_by, '学校的统一身份认证确认，这个学号属于另一位同学', now)
  }
  const application = {
    school_id: schoolId,
    university_code: null,
    school_name: school.name,
    ...(entry ? await classById(tx, entry.class_id) : { class_id: null, class_name: noClass }),
    student_no: studentNo,
    name: entry?.name ?? (student.name.slice(0, 40) || studentNo),
    photo_id: null,
    submitted_at: now,
    reviewed_at: now,
    reason: '',
    by_campus: true,
  }
  await tx
    .insertInto('student_applications')
    .values({ user_id: userId, ...application })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(application))
    .execute()
  if (entry) await claimEntry(tx, entry.id, userId, now)
  await setStudentStatus(tx, userId, 'passed')
  await closeWork(tx, 'student', userId, now)
  await notifyPassed(tx, userId, school.name, now)
}

/** Whether a campus account has proved the authentication of this user. */
export async function isByCampus(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('student_applications')
    .select('by_campus')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.by_campus ?? false
}

/** Moves an authentication that a campus account has proved to the account that gets the campus account. */
export async function moveCampusProof(tx: Db, closingId: number, keptId: number): Promise<void> {
  if (!(await isByCampus(tx, closingId))) return
  const { student_status: status } = await tx
    .selectFrom('users')
    .select('student_status')
    .where('id', '=', keptId)
    .executeTakeFirstOrThrow()
  if (status === 'passed') return
  await tx.deleteFrom('student_applications').where('user_id', '=', keptId).execute()
  await tx.updateTable('student_applications').set({ user_id: keptId }).where('user_id', '=', closingId).execute()
  await tx.updateTable('rosters').set({ claimed_by: keptId }).where('claimed_by', '=', closingId).execute()
  await setStudentStatus(tx, keptId, 'passed')
}
