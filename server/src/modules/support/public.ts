import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'

/** Exports for other modules. */
export { supportAccountData } from './account-data'
export { feedbackDetail, supportDetail } from './staff-handlers'

/** Counts unread messages of customer service. */
export async function countUnreadSupport(db: Db, userId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('cs_messages')
      .where('user_id', '=', userId)
      .where('sender', '=', 'staff')
      .where('read_at', 'is', null),
  )
}

/** Returns the last message of either side. */
export async function readLastSupportMessage(db: Db, userId: number) {
  const row = await db
    .selectFrom('cs_messages')
    .select(['text', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, text: row.text || '[图片或视频]' } : null
}
