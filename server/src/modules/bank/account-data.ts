import type { AccountDataHandler } from '../../account-data-handler'

/** Account data handler of favourites, 错题本 and goals; answers belong to the questions module. */
export const bankAccountData: AccountDataHandler = {
  title: '题库练习',
  exportData: async (db, userId) => ({
    favourites: await db
      .selectFrom('question_favourites as f')
      .innerJoin('questions as q', 'q.id', 'f.question_id')
      .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
      .select(['c.title', 'q.slug as question', 'f.created_at as at'])
      .where('f.user_id', '=', userId)
      .orderBy('f.created_at')
      .orderBy('f.question_id')
      .execute(),
    wrong: await db
      .selectFrom('wrong_questions as w')
      .innerJoin('questions as q', 'q.id', 'w.question_id')
      .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
      .select([
        'c.title',
        'q.slug as question',
        'w.wrong_count as wrongCount',
        'w.causes',
        'w.note',
        'w.due_at as dueAt',
      ])
      .where('w.user_id', '=', userId)
      .orderBy('w.question_id')
      .execute(),
    goal: await db.selectFrom('practice_goals').select('goal').where('user_id', '=', userId).executeTakeFirst(),
  }),
  erase: async (tx, userId) => {
    await tx.deleteFrom('practices').where('user_id', '=', userId).execute()
    await tx.deleteFrom('question_favourites').where('user_id', '=', userId).execute()
    await tx.deleteFrom('practice_goals').where('user_id', '=', userId).execute()
  },
}
