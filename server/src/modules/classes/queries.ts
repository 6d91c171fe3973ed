import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'

/** SQL: nicknames of the teachers with a live grant for class `c`. */
export const teacherNames = (now: number): RawBuilder<string[]> => sql`array(
  select distinct t.nickname from staff_grants g join users t on t.id = g.user_id
  where g.role = 'teacher' and g.scope_kind = 'class' and g.scope_id = c.id and g.revoked_at is null
    and (g.ends_at is null or g.ends_at > ${now}::bigint) and t.closed_at is null order by t.nickname limit 20)`

/** Accounts of the students of classes, each once. */
export async function studentIdsOf(db: Db, classIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from class_students
    where class_id = any(${classIds}::bigint[]) and user_id is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the roster of a school, so that two changes of its classes do not overlap. */
export async function lockRoster(tx: Db, schoolId: number): Promise<void> {
  await sql`select from schools where id = ${schoolId} for no key update`.execute(tx)
}

/**
 * Puts verified students into the class of their roster entry, after their entries changed. Returns the accounts that
 * changed their class, with the name of the new one.
 */
export async function followRoster(tx: Db, rosterIds: readonly number[]) {
  const { rows } = await sql<{ userId: number; className: string }>`
    with moved as (
      select a.user_id from rosters r join student_applications a on a.user_id = r.claimed_by
      where r.id = any(${rosterIds}::bigint[]) and a.class_id is distinct from r.class_id),
    followed as (
      update student_applications a set class_id = c.id, class_name = c.name, name = r.name
      from rosters r join classes c on c.id = r.class_id
      where r.id = any(${rosterIds}::bigint[]) and a.user_id = r.claimed_by
        and (a.class_id is distinct from c.id or a.name <> r.name)
      returning a.user_id, c.name)
    select user_id as "userId", name as "className" from followed where user_id in (select user_id from moved)`.execute(
    tx,
  )
  return rows
}
