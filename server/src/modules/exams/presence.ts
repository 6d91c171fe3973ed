import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface Seen {
  at: number
  /** Time of the last stored step; null if there was none since the last write. */
  savedAt: number | null
}

/** Attempts whose page sent a request since the last write. Per database, because tests use several in one process. */
const seen = new WeakMap<Db, Map<number, Seen>>()

const writeAfterMs = 1000

/**
 * Records that the exam page of an attempt sent a request, and whether the request saved steps. All records of a second
 * are written in one statement, so that the number of statements does not grow with the number of students.
 */
export function noteSeen(db: Db, attemptId: number, now: number, hasSaved: boolean): void {
  let noted = seen.get(db)
  if (!noted) {
    noted = new Map()
    seen.set(db, noted)
  }
  if (noted.size === 0) setTimeout(() => writeSeen(db).catch(() => {}), writeAfterMs).unref()
  noted.set(attemptId, { at: now, savedAt: hasSaved ? now : (noted.get(attemptId)?.savedAt ?? null) })
}

/** Writes the notes of this process. A failed write is not retried: the next poll notes the presence again. */
export async function writeSeen(db: Db): Promise<void> {
  const noted = seen.get(db)
  if (!noted || noted.size === 0) return
  const rows = [...noted].sort(([a], [b]) => a - b).map(([id, { at, savedAt }]) => ({ id, at, savedAt }))
  noted.clear()
  await sql`
    insert into exam_presence (attempt_id, seen_at, saved_at)
    select id, at, "savedAt" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, at bigint, "savedAt" bigint)
    on conflict (attempt_id) do update set seen_at = greatest(exam_presence.seen_at, excluded.seen_at),
      saved_at = greatest(exam_presence.saved_at, excluded.saved_at)`.execute(db)
}
