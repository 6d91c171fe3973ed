import type { AccountDataHandler } from '../../account-data-handler'

/** Support conversations and feedback. Erased with the account. */
export const supportAccountData: AccountDataHandler = {
  title: '客服对话与反馈',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('cs_messages').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
      undefined ||
    (await db.selectFrom('opinions').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
      undefined,
  exportData: async (db, userId) => ({
    customerService: await db
      .selectFrom('cs_messages')
      .select(['sender', 'text', 'images', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    feedback: await db
      .selectFrom('opinions')
      .select(['kind', 'text', 'images', 'contact', 'state', 'answer', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }),
  erase: async (tx, userId) => {
    await tx.deleteFrom('cs_messages').where('user_id', '=', userId).execute()
    await tx.deleteFrom('opinions').where('user_id', '=', userId).execute()
  },
}
