import type { AccountDataHandler } from '../../account-data-handler'

export const gradebookAccountData: AccountDataHandler = {
  title: '老师改过的成绩',
  exportData: (db, userId) =>
    db
      .selectFrom('gradebook_overrides as o')
      .leftJoin('assignments as a', 'a.id', 'o.assignment_id')
      .leftJoin('exams as e', 'e.id', 'o.exam_id')
      .select(['a.title as homework', 'e.title as exam', 'o.score', 'o.reason', 'o.created_at as createdAt'])
      .where('o.user_id', '=', userId)
      .orderBy('o.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('gradebook_overrides').where('user_id', '=', userId).execute()
  },
}
