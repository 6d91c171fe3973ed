import { type WorkKind, workKinds } from '@dxx/contract/staff'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface NewWork {
  kind: WorkKind
  /** Id of the thing in its table; see migration 0029. */
  subjectId: number
  /** Who waits. */
  userId: number
  schoolId?: number | null
  title: string
}

const shorten = (text: string) => ([...text].length > 40 ? `${[...text].slice(0, 40).join('')}…` : text)

/**
 * Opens work in the caller's transaction; while the thing waits, opening it again only changes its title. In another
 * school it belongs to others: nobody has taken it there.
 */
export async function openWork(tx: Db, { kind, subjectId, userId, schoolId = null, title }: NewWork, now: number) {
  const text = shorten(title)
  await sql`
    insert into work_items (kind, subject_id, user_id, school_id, title, opened_at, due_at)
    values (${kind}, ${subjectId}, ${userId}, ${schoolId}, ${text}, ${now}::bigint,
      ${now + workKinds[kind].hours * 3600}::bigint)
    on conflict (kind, subject_id) where closed_at is null
      do update set title = excluded.title, school_id = excluded.school_id, version = work_items.version + 1,
        assignee_id = case when work_items.school_id is not distinct from excluded.school_id
          then work_items.assignee_id end`.execute(tx)
}

/** Stores the first of two approvals and puts the item back, so that a colleague takes it. */
export async function recordFirstApproval(
  tx: Db,
  { kind, subjectId }: Pick<NewWork, 'kind' | 'subjectId'>,
  userId: number,
  cents: number,
): Promise<void> {
  await tx
    .updateTable('work_items')
    .set((eb) => ({
      approved_by: userId,
      approved_cents: cents,
      assignee_id: null,
      taken_at: null,
      version: eb('version', '+', 1),
    }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes work in the caller's transaction, if it is open. */
export async function closeWork(tx: Db, kind: WorkKind, subjectId: number, now: number): Promise<void> {
  await tx
    .updateTable('work_items')
    .set((eb) => ({ closed_at: now, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Opens a closed item again. Returns false if a newer item of the same thing is open. */
export async function reopenWork(tx: Db, { id }: { id: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update work_items w set closed_at = null, version = w.version + 1
    where w.id = ${id} and not exists (
      select from work_items o where o.kind = w.kind and o.subject_id = w.subject_id and o.closed_at is null)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
