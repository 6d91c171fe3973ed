import type { AccountDataHandler } from '../../account-data-handler'
import { plainName } from './authenticate'
import { isByCampus, moveCampusProof } from './campus-proof'
import { authInfo, releaseEntries, setStudentStatus } from './queries'

export { passByCampus } from './campus-proof'
export { linkVerified } from './link-verified'
export { notifyPassed } from './notices'
export { claimantOf, claimEntry, rosterEntry, setStudentStatus } from './queries'
export { needsCard } from './roster-match'
export { decideEach, studentDetail } from './staff-handlers'

/** Whether two names are equal except for spaces, dots and width of characters. */
export const hasSameName = (one: string, other: string): boolean => plainName(one) === plainName(other)

export const studentAccountData: AccountDataHandler = {
  title: '学生认证',
  hasRecords: async (db, userId) => {
    const { status } = await authInfo(db, userId)
    // An authentication that a campus account has proved moves with that account to another user account.
    return (status === 'pending' || status === 'passed') && !(await isByCampus(db, userId))
  },
  merge: moveCampusProof,
  exportData: authInfo,
  erase: async (tx, userId) => {
    await releaseEntries(tx, userId)
    await tx.deleteFrom('student_applications').where('user_id', '=', userId).execute()
    await setStudentStatus(tx, userId, 'none')
  },
}
