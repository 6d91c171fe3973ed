import { sql } from 'kysely'
import type { Db } from '../db/connection'
import type { JobHandler } from './worker'

const hour = 3600
const day = 24 * hour
/** Rows per statement: few, so that row locks are short and a killed process loses little work. */
const batch = 1000

/** Deletes rows that are no longer needed, such as stored responses of keyed calls, past counters, expired sessions. */
export const purgeExpired: JobHandler<unknown> = async ({ db, clock }) => {
  const now = clock.now()
  await deleteOld(db, 'idempotency', 'created_at', now - day)
  // A counter's window is at most a day long.
  await deleteOld(db, 'rate_counters', 'window_start', now - 2 * day)
  await deleteOld(db, 'sessions', 'expires_at', now - 30 * day)
  await deleteOld(db, 'console_sessions', 'ends_at', now - 90 * day)
  await deleteOld(db, 'events', 'at', now - 90 * day)
  await deleteOld(db, 'codes', 'created_at', now - 2 * day)
  await deleteOld(db, 'tickets', 'expires_at', now)
  // Study sessions this old are no longer credited; see modules/study/rules.ts.
  await deleteOld(db, 'study_sessions', 'last_at', now - day)
  // Owners served more than an hour ago rank like owners never served.
  await deleteOld(db, 'job_turns', 'served_at', now - hour)
  await deleteOld(db, 'slider_checks', 'expires_at', now - hour)
  // The day whose guesses were counted is over.
  await deleteOld(db, 'guess_budgets', 'busy_until', now - 2 * day)
  await deleteOld(db, 'exam_presence', 'seen_at', now - day)
  await deleteOld(db, 'exam_draft_editors', 'seen_at', now - hour)
  await deleteOld(db, 'content_editors', 'seen_at', now - hour)
  // Processes that ended without removing their row; below, errors too old to be counted on any page.
  await deleteOld(db, 'server_processes', 'seen_at', now - day)
  await deleteOld(db, 'service_errors', 'hour', now - 7 * day)
  await deleteOld(db, 'campus_requests', 'expires_at', now)
  await deleteOld(db, 'lti_requests', 'expires_at', now)
  await deleteOld(db, 'lti_launches', 'expires_at', now)
  // Statements that the store of the school refused, or never accepted.
  await deleteOld(db, 'xapi_statements', 'created_at', now - 30 * day)
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
