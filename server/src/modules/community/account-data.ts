import type { AccountDataHandler } from '../../account-data-handler'

/**
 * Posts of a user. Notes are deleted with the account. Other posts stay, without name and images, and the stars of
 * comments still count.
 */
export const communityAccountData: AccountDataHandler = {
  title: '评价、讨论与笔记',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('posts').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined,
  exportData: (db, userId) =>
    db
      .selectFrom('posts as p')
      .innerJoin('curricula as c', 'c.id', 'p.curriculum_id')
      .leftJoin('chapters as ch', 'ch.id', 'p.chapter_id')
      .select(['p.kind', 'c.title as curriculum', 'ch.title as chapter', 'p.text', 'p.quote', 'p.stars', 'p.public'])
      .select(['p.images', 'p.created_at as createdAt', 'p.edited_at as editedAt'])
      .where('p.user_id', '=', userId)
      .orderBy('p.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('posts').where('user_id', '=', userId).where('kind', '=', 'note').execute()
    await tx.updateTable('posts').set({ images: '[]' }).where('user_id', '=', userId).execute()
    await tx.deleteFrom('likes').where('user_id', '=', userId).execute()
    await tx.deleteFrom('reports').where('user_id', '=', userId).execute()
  },
}
