import { withoutStop } from '@dxx/contract/rules/format'
import type { Db } from '../../db/connection'
import { notify } from '../messages/public'
import { closeWork } from '../work/public'
import { setStudentStatus } from './queries'

/** Stores a decision and closes its work item. */
export async function decide(tx: Db, userId: number, reason: string, now: number): Promise<void> {
  await tx.updateTable('student_applications').set({ reviewed_at: now, reason }).where('user_id', '=', userId).execute()
  await closeWork(tx, 'student', userId, now)
}

/** Rejects the application of a user and sends the reason. */
export async function rejectUser(tx: Db, userId: number, reason: string, now: number): Promise<void> {
  await decide(tx, userId, reason, now)
  await setStudentStatus(tx, userId, 'rejected')
  const body = `原因：${withoutStop(reason)}。请修改后重新提交。`
  await notify(tx, { userId, kind: 'system', title: '学生认证未通过', body, link: 'pages/my/auth' }, now)
}
