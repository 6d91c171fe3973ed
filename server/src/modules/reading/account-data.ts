import type { AccountDataHandler } from '../../account-data-handler'

/** Highlights of a user. All erased with the account. */
export const readingAccountData: AccountDataHandler = {
  title: '划线、批注与书签',
  hasRecords: async (db, userId) =>
    (await db
      .selectFrom('highlights')
      .select('id')
      .where('user_id', '=', userId)
      .where('removed', '=', false)
      .limit(1)
      .executeTakeFirst()) !== undefined,
  exportData: (db, userId) =>
    db
      .selectFrom('highlights as h')
      .innerJoin('curricula as c', 'c.id', 'h.curriculum_id')
      .innerJoin('chapters as ch', 'ch.id', 'h.chapter_id')
      .select(['c.kind', 'c.title', 'ch.title as chapter', 'h.mark', 'h.note', 'h.locator'])
      .select(['h.created_at as createdAt', 'h.edited_at as editedAt'])
      .where('h.user_id', '=', userId)
      .where('h.removed', '=', false)
      .orderBy('h.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('highlights').where('user_id', '=', userId).execute()
    await tx.deleteFrom('resource_positions').where('user_id', '=', userId).execute()
  },
}
