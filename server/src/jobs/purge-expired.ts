import { sql } from 'kysely'
import type { Db } from '../db/connection'
import type { JobHandler } from './worker'

const hour = 3600
const day = 24 * hour
/** Small, so that row locks are short and a kill loses little. */
const batch = 1000

/** Deletes expired rows: stored responses for repetitions, counters of past windows, long expired sessions. */
export const purgeExpired: JobHandler<unknown> = async ({ db, clock }) => {
  const now = clock.now()
  await deleteOld(db, 'idempotency', 'created_at', now - day)
  // The longest window is a day.
  await deleteOld(db, 'rate_counters', 'window_start', now - 2 * day)
  await deleteOld(db, 'sessions', 'expires_at', now - 30 * day)
  await deleteOld(db, 'console_sessions', 'ends_at', now - 90 * day)
  await deleteOld(db, 'events', 'at', now - 90 * day)
  await deleteOld(db, 'codes', 'created_at', now - 2 * day)
  await deleteOld(db, 'tickets', 'expires_at', now)
  // Too old to be credited; see modules/study/rules.ts.
  await deleteOld(db, 'study_sessions', 'last_at', now - day)
  // An owner served that long ago has the same rank as one never served.
  await deleteOld(db, 'job_turns', 'served_at', now - hour)
  await deleteOld(db, 'slider_checks', 'expires_at', now - hour)
  // Their guesses no longer count, and the counted day is over.
  await deleteOld(db, 'guess_budgets', 'busy_until', now - 2 * day)
  await deleteOld(db, 'exam_presence', 'seen_at', now - day)
  await deleteOld(db, 'exam_draft_editors', 'seen_at', now - hour)
  // Processes that ended without removing their row, and errors that no page counts any more.
  await deleteOld(db, 'server_processes', 'seen_at', now - day)
  await deleteOld(db, 'service_errors', 'hour', now - 7 * day)
  await deleteOld(db, 'qr_logins', 'expires_at', now - hour)
}

export const purgeEvery = hour

async function deleteOld(db: Db, table: string, column: string, before: number): Promise<void> {
  const [from, age] = [sql.table(table), sql.ref(column)]
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where ctid in (
        select ctid from ${from} where ${age} < ${before}::bigint limit ${batch} for update skip locked
      )`.execute(db)
    if (numAffectedRows < batch) return
  }
}
