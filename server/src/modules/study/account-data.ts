import { sql } from 'kysely'
import type { AccountDataHandler } from '../../account-data-handler'

/** Study times of a user. All erased with the account; progress is handled by the library's account data handler. */
export const studyAccountData: AccountDataHandler = {
  title: '学习时长',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('study_events').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
    undefined,
  exportData: async (db, userId) => {
    const { rows } = await sql`
      select c.kind, c.title, ch.title as chapter, e.start_at as "startAt", e.end_at as "endAt", e.percent
      from study_events e join curricula c on c.id = e.curriculum_id left join chapters ch on ch.id = e.chapter_id
      where e.user_id = ${userId} order by e.start_at, e.id`.execute(db)
    return rows
  },
  erase: async (tx, userId) => {
    for (const table of ['study_events', 'study_sessions', 'study_removals'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  },
}
