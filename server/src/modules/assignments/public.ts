import type { AccountDataHandler } from '../../account-data-handler'

export { itemProgress } from './item-progress'
export { type DueAssignment, nextAssignment, selectDueAssignments } from './next-assignment'
export { extensionsOf, itemsOf, readAssignments } from './queries'
export { assignmentShare } from './rules'

export const assignmentsAccountData: AccountDataHandler = {
  title: '交过的作业',
  exportData: (db, userId) =>
    db
      .selectFrom('assignment_submissions as h')
      .innerJoin('assignment_items as i', 'i.id', 'h.item_id')
      .innerJoin('assignments as a', 'a.id', 'i.assignment_id')
      .select(['a.title', 'h.text', 'h.files', 'h.submitted_at as submittedAt', 'h.score', 'h.comment'])
      .where('h.user_id', '=', userId)
      .orderBy('h.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('assignment_submissions').where('user_id', '=', userId).execute()
    await tx.deleteFrom('assignment_extensions').where('user_id', '=', userId).execute()
  },
}
