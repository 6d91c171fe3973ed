import type { Db } from '../../db/connection'
import type { AccountPart } from '../accounts/public'
import { authInfo, releaseEntries, setStudentStatus } from './queries'

/** Where an authenticated student belongs; null for everybody else. A class is missing where it was written by hand. */
export async function enrolment(db: Db, userId: number): Promise<{ schoolId: number; classId: number | null } | null> {
  const row = await db
    .selectFrom('student_applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.school_id as schoolId', 'a.class_id as classId'])
    .where('a.user_id', '=', userId)
    .where('u.student_status', '=', 'passed')
    .where('a.school_id', 'is not', null)
    .executeTakeFirst()
  return row ? { schoolId: row.schoolId!, classId: row.classId } : null
}

export const studentPart: AccountPart = {
  title: '学生认证',
  hasRecords: async (db, userId) => {
    const { status } = await authInfo(db, userId)
    return status === 'pending' || status === 'passed'
  },
  exportData: authInfo,
  erase: async (tx, userId) => {
    await releaseEntries(tx, userId)
    await tx.deleteFrom('student_applications').where('user_id', '=', userId).execute()
    await setStudentStatus(tx, userId, 'none')
  },
}
