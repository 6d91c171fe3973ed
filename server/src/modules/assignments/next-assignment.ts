import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { itemProgress } from './item-progress'
import { ofStudent } from './queries'

const day = 86_400
/**
 * Number of days before the due date from which on an assignment is in the plan, and of days after it if late work is
 * accepted.
 */
const planDays = 7
/** Maximum number of assignments that are checked: the plan shows one. */
const most = 5

export interface DueAssignment {
  id: number
  uid: string
  title: string
  dueAt: number
  items: number[]
}

/** SQL for the home page: assignments due soon, most urgent first, as JSON. Their progress is not known yet. */
export const selectDueAssignments = (userId: number, now: number) => sql<DueAssignment[]>`(
  select coalesce(jsonb_agg(to_jsonb(d) order by d."dueAt", d.id), '[]') from (
    select a.id, a.uid, a.title, greatest(a.due_at, more.due_at) as "dueAt",
      (select coalesce(jsonb_agg(i.id), '[]') from assignment_items i where i.assignment_id = a.id) as items
    from assignments a left join assignment_extensions more on more.assignment_id = a.id and more.user_id = ${userId}
    where ${ofStudent(userId, now)}
      and greatest(a.due_at, more.due_at) between ${now}::bigint - ${sql.lit(planDays * day)}
        and ${now}::bigint + ${sql.lit(planDays * day)}
      and (a.late <> 'close' or greatest(a.due_at, more.due_at) >= ${now}::bigint)
    order by 4, a.id limit ${sql.lit(most)}) as d)`

/** Returns the most urgent of these assignments that has items left, with their number. */
export async function nextAssignment(db: Db, userId: number, due: readonly DueAssignment[]) {
  if (due.length === 0) return null
  const rows = await itemProgress(db, { assignmentIds: due.map(({ id }) => id), userId })
  const done = new Set(rows.flatMap(({ itemId, doneAt }) => (doneAt === null ? [] : itemId)))
  for (const { uid, title, dueAt, items } of due) {
    const left = items.filter((id) => !done.has(id)).length
    if (left > 0) return { id: uid, title, dueAt, left }
  }
  return null
}
