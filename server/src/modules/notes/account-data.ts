import type { AccountDataHandler } from '../../account-data-handler'

/** Review schedule of notes and highlights; the texts belong to the modules reading and community. */
export const notesAccountData: AccountDataHandler = {
  title: '笔记复习',
  exportData: (db, userId) =>
    db
      .selectFrom('note_reviews as r')
      .leftJoin('highlights as h', 'h.id', 'r.highlight_id')
      .leftJoin('posts as p', 'p.id', 'r.post_id')
      .select(['h.note as thought', 'p.text as note', 'r.reviews', 'r.lapses'])
      .select(['r.reviewed_at as reviewedAt', 'r.due_at as dueAt'])
      .where('r.user_id', '=', userId)
      .orderBy('r.reviewed_at')
      .orderBy('r.highlight_id')
      .orderBy('r.post_id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('note_reviews').where('user_id', '=', userId).execute()
  },
}
