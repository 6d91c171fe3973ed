import { allRoles, roleHasPermission, workKinds } from '@dxx/contract/staff'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { WorkRow } from './items'

/** Staff with a live grant that allows them to decide a work item. */
export async function assigneesOf(db: Db, { id, kind }: WorkRow, now: number) {
  const roles = allRoles.filter((role) => roleHasPermission(role, workKinds[kind].permission))
  const { rows } = await sql<{ id: number; uid: string; nickname: string }>`
    select distinct u.id, u.uid, u.nickname from staff_grants g join users u on u.id = g.user_id
    where g.role = any(${roles}::text[]) and g.revoked_at is null and (g.ends_at is null or g.ends_at > ${now}::bigint)
      and u.closed_at is null
      and (g.scope_kind = 'site' or exists (select from work_items w where w.id = ${id} and (
        (g.scope_kind = 'school' and g.scope_id = w.school_id)
        or (w.kind = 'appeal' and g.scope_kind = 'class' and exists (
          select from exam_appeals p join exam_attempts t on t.id = p.attempt_id
            join exam_classes c on c.exam_id = t.exam_id
          where p.id = w.subject_id and c.class_id = g.scope_id))
        or (w.kind = 'join' and g.scope_kind = 'class' and exists (
          select from class_joins j where j.id = w.subject_id and j.class_id = g.scope_id))
        or (w.kind = 'question' and g.scope_kind = 'class' and exists (
          select from class_students x where x.user_id = w.user_id and x.class_id = g.scope_id)))))
    order by u.id limit 100`.execute(db)
  return rows
}
