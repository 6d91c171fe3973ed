import { type WorkKind, workKinds } from '@dxx/contract/staff'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface NewWork {
  kind: WorkKind
  /** Row id of the subject, for example of the order or appeal; see migration 0029. */
  subjectId: number
  /** User who waits for the decision. */
  userId: number
  schoolId?: number | null
  title: string
}

const shorten = (text: string) => ([...text].length > 40 ? `${[...text].slice(0, 40).join('')}…` : text)

/**
 * Opens a work item in the caller's transaction. If the subject has an open item, only its title and school change. If
 * the school changes, the item loses its assignee, because it then belongs to other staff.
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

/** Stores the first of two approvals and removes the assignee, so that a colleague can take the item. */
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

/** Closes the open work item of a subject, if there is one, in the caller's transaction. */
export async function closeWork(tx: Db, kind: WorkKind, subjectId: number, now: number): Promise<void> {
  await tx
    .updateTable('work_items')
    .set((eb) => ({ closed_at: now, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Opens a closed item again. Returns false if a newer item of the same subject is open. */
export async function reopenWork(tx: Db, { id }: { id: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update work_items w set closed_at = null, version = w.version + 1
    where w.id = ${id} and not exists (
      select from work_items o where o.kind = w.kind and o.subject_id = w.subject_id and o.closed_at is null)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
