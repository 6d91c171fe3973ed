import type { Db } from '../../db/connection'
import { notify } from '../messages/public'

export async function notifyPassed(tx: Db, userId: number, school: string, now: number): Promise<void> {
  const body = `你已通过${school}的学生认证，现在可以查看学校发布的考试了。`
  await notify(tx, { userId, kind: 'system', title: '学生认证已通过', body, link: 'pages/exam/index' }, now)
}
