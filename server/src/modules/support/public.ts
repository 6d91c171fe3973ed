import type { Db } from '../../db/connection'

/** What other modules may use. */
export { supportPart } from './part'

/** Answers of customer service that the user has not seen. */
export async function unreadCs(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('cs_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('sender', '=', 'staff')
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The last word said on either side. */
export async function lastCs(db: Db, userId: number) {
  const row = await db
    .selectFrom('cs_messages')
    .select(['text', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, text: row.text || '[图片]' } : null
}
