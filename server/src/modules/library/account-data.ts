import type { AccountDataHandler } from '../../account-data-handler'
import type { Db } from '../../db/connection'
import { visitorOf } from './tracking'

const tables = ['favourites', 'browse_records', 'progress'] as const

const rowsOf = (db: Db, table: (typeof tables)[number], userId: number) =>
  db
    .selectFrom(table)
    .innerJoin('curricula as c', 'c.id', `${table}.curriculum_id`)
    .where(`${table}.user_id`, '=', userId)

/** Favourites, history and progress. All erased with the account. */
export const libraryAccountData: AccountDataHandler = {
  title: '收藏、浏览与学习进度',
  hasRecords: async (db, userId) => {
    for (const table of ['favourites', 'progress'] as const)
      if (await rowsOf(db, table, userId).select('c.id').limit(1).executeTakeFirst()) return true
    return false
  },
  exportData: async (db, userId) => ({
    favourites: await rowsOf(db, 'favourites', userId)
      .select(['c.kind', 'c.title', 'favourites.created_at as at'])
      .orderBy('at')
      .orderBy('c.id')
      .execute(),
    browsed: await rowsOf(db, 'browse_records', userId)
      .select(['c.kind', 'c.title', 'browse_records.viewed_at as at'])
      .orderBy('at')
      .orderBy('c.id')
      .execute(),
    progress: await rowsOf(db, 'progress', userId)
      .innerJoin('chapters as ch', 'ch.id', 'progress.chapter_id')
      .select(['c.kind', 'c.title', 'ch.title as chapter', 'progress.percent', 'progress.seconds'])
      .select(['progress.done_at as doneAt', 'progress.updated_at as updatedAt'])
      .orderBy('progress.updated_at')
      .orderBy('ch.id')
      .execute(),
  }),
  erase: async (tx, userId) => {
    for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
    await tx.deleteFrom('events').where('visitor', '=', visitorOf(userId)).execute()
  },
}
