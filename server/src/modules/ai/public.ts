import type { AccountDataHandler } from '../../account-data-handler'

/** Conversations with the study assistant; deleted with the account. */
export const aiAccountData: AccountDataHandler = {
  title: 'AI 对话',
  exportData: (db, userId) =>
    db
      .selectFrom('ai_turns as t')
      .innerJoin('ai_conversations as c', 'c.id', 't.conversation_id')
      .select(['c.title', 't.question', 't.quote', 't.answer', 't.model', 't.created_at as createdAt'])
      .where('c.user_id', '=', userId)
      .orderBy('t.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('ai_conversations').where('user_id', '=', userId).execute()
    await tx.deleteFrom('ai_quota').where('user_id', '=', userId).execute()
    await tx.deleteFrom('ai_spending').where('user_id', '=', userId).execute()
  },
}
