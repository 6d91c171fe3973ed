import type { AccountDataHandler } from '../../account-data-handler'
import { plainName } from './authenticate'
import { authInfo, releaseEntries, setStudentStatus } from './queries'

export { notifyPassed } from './authenticate'
export { claimEntry, rosterEntry, setStudentStatus } from './queries'
export { decideEach, studentDetail } from './staff-handlers'

/** Whether two names are the same apart from spaces, dots and width of characters. */
export const hasSameName = (one: string, other: string): boolean => plainName(one) === plainName(other)

export const studentAccountData: AccountDataHandler = {
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
