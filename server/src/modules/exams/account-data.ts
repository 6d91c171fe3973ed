import type { AccountDataHandler } from '../../account-data-handler'

/** Exam attempts of a user. A merge of accounts must not lose them; answers are erased with the account. */
export const examsAccountData: AccountDataHandler = {
  title: '考试',
  hasRecords: async (db, userId) =>
    (await db
      .selectFrom('exam_attempts')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '!=', 'prepared')
      .executeTakeFirst()) !== undefined,
  exportData: async (db, userId) =>
    db
      .selectFrom('exam_attempts as a')
      .innerJoin('exams as e', 'e.id', 'a.exam_id')
      .select(['e.title', 'a.number', 'a.state', 'a.started_at as startedAt', 'a.submitted_at as submittedAt'])
      .select((eb) => [
        'a.hash as receipt',
        eb.case().when('a.score_state', '=', 'scored').then(eb.ref('a.score')).end().as('score'),
        eb
          .selectFrom('exam_leaves as l')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('l.attempt_id', '=', 'a.id')
          .as('leaves'),
      ])
      .where('a.user_id', '=', userId)
      .where('a.state', '!=', 'prepared')
      .orderBy('a.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('exam_attempts').where('user_id', '=', userId).execute()
    await tx.deleteFrom('grading_phrases').where('user_id', '=', userId).execute()
    await tx.deleteFrom('exam_draft_editors').where('user_id', '=', userId).execute()
  },
}
