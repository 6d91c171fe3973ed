import type { AccountDataHandler } from '../../account-data-handler'

/** Answers of a user. A merge of accounts must not lose them. */
export const questionsAccountData: AccountDataHandler = {
  title: '答题记录',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('question_attempts').select('id').where('user_id', '=', userId).executeTakeFirst()) !==
    undefined,
  exportData: (db, userId) =>
    db
      .selectFrom('question_attempts as a')
      .innerJoin('questions as q', 'q.id', 'a.question_id')
      .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
      .select([
        'c.title',
        'q.slug as question',
        'a.source',
        'a.answer',
        'a.verdict',
        'a.score',
        'a.max_score as maxScore',
      ])
      .select('a.created_at as at')
      .where('a.user_id', '=', userId)
      .orderBy('a.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('wrong_questions').where('user_id', '=', userId).execute()
    await tx.deleteFrom('question_attempts').where('user_id', '=', userId).execute()
    await tx.deleteFrom('test_attempts').where('user_id', '=', userId).execute()
  },
}
