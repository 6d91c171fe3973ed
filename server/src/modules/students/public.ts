import type { AccountDataHandler } from '../../account-data-handler'
import { authInfo, releaseEntries, setStudentStatus } from './queries'

export { studentDetail } from './staff-handlers'

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
