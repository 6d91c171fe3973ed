import { allRoles, canGrantRole, type Permission, roleHasPermission, type ScopeKind } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../context'

/**
 * Scope of a permission as an SQL condition, with one function per kind of row. A row outside the scope is not
 * selected, so it is reported as not found.
 */
type Condition = RawBuilder<boolean>

type Ids = Record<Exclude<ScopeKind, 'site'>, number[]> & { site: boolean }

/** Ids of the scopes for which the staff member holds a permission. */
function idsFor({ grants }: Staff, permission: Permission): Ids {
  const ids: Ids = { site: false, school: [], class: [], curriculum: [], exam: [] }
  for (const { role, scopeKind, scopeId } of grants) {
    if (!roleHasPermission(role, permission)) continue
    if (scopeKind === 'site') ids.site = true
    else ids[scopeKind].push(scopeId!)
  }
  return ids
}

const isOneOf = (column: string, ids: readonly number[]): Condition =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`

/** Ids of the schools for which the staff member holds the permission by a grant with school scope. */
export const schoolsOf = (staff: Staff, permission: Permission): number[] => idsFor(staff, permission).school

export function schoolScope(staff: Staff, permission: Permission, alias: string): Condition {
  const ids = idsFor(staff, permission)
  return ids.site ? sql`true` : isOneOf(`${alias}.id`, ids.school)
}

export function classScope(staff: Staff, permission: Permission, alias: string): Condition {
  const ids = idsFor(staff, permission)
  if (ids.site) return sql`true`
  return sql`(${isOneOf(`${alias}.school_id`, ids.school)} or ${isOneOf(`${alias}.id`, ids.class)})`
}

/** SQL condition on exams. An exam belongs to its school and to each class that takes it. */
export function examScope(staff: Staff, permission: Permission, alias: string): Condition {
  const ids = idsFor(staff, permission)
  if (ids.site) return sql`true`
  return sql`(${isOneOf(`${alias}.school_id`, ids.school)} or ${isOneOf(`${alias}.id`, ids.exam)} or exists (
    select from exam_classes scoped where scoped.exam_id = ${sql.ref(`${alias}.id`)}
      and ${isOneOf('scoped.class_id', ids.class)}))`
}

/** SQL condition on courses, books and question banks, which belong to no school. */
export function curriculumScope(staff: Staff, permission: Permission, alias: string): Condition {
  const ids = idsFor(staff, permission)
  return ids.site ? sql`true` : isOneOf(`${alias}.id`, ids.curriculum)
}

/** SQL condition: grants that the staff member may see, change and revoke. */
export function grantScope({ grants }: Staff, alias: string): Condition {
  const parts = grants
    .filter(({ role }) => roleHasPermission(role, 'staff.manage'))
    .map(({ role: mine, scopeKind, scopeId }) => {
      const granted = allRoles.filter((role) => canGrantRole(mine, role))
      const role = sql<boolean>`${sql.ref(`${alias}.role`)} = any(${granted}::text[])`
      if (scopeKind === 'site') return role
      const [kind, id] = [sql.ref(`${alias}.scope_kind`), sql.ref(`${alias}.scope_id`)]
      return sql<boolean>`(${role} and (
        (${kind} = 'class' and ${id} in (select id from classes where school_id = ${scopeId}::bigint)) or
        (${kind} = 'exam' and ${id} in (select id from exams where school_id = ${scopeId}::bigint))))`
    })
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}
