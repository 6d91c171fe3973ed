import type { Grant } from '@dxx/contract/calls/staff/shapes'
import { type Role, roles, type ScopeKind } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { optionDefaults } from '../content/public'
import { notify } from '../messages/public'

/** Seconds without a login after which a staff account is suspended (`resting`) until it is granted a role again. */
const restAfter = sql<number>`86400 * coalesce(
  (select s.value::bigint from settings s where s.key = 'staff-rest-days'), ${sql.lit(optionDefaults['staff-rest-days'])})`

export interface GrantRow {
  id: number
  uid: string
  userId: number
  role: Role
  scopeKind: ScopeKind
  scopeUid: string | null
  scopeName: string
  createdAt: number
  endsAt: number | null
  revokedAt: number | null
  grantedBy: string | null
  manageable: boolean
}

const live = (alias: string, now: number) => {
  const [revoked, ends] = [sql.ref(`${alias}.revoked_at`), sql.ref(`${alias}.ends_at`)]
  return sql<boolean>`(${revoked} is null and (${ends} is null or ${ends} > ${now}::bigint))`
}

const widthOf = (alias: string) =>
  sql`case ${sql.ref(`${alias}.scope_kind`)} when 'site' then 2 when 'school' then 1 else 0 end`

/**
 * Whether the account of users.id `user` is suspended after a long time without a login. Only a new grant at least as
 * wide as the widest live one ends this: a school administrator must not reactivate an account with site-wide roles.
 */
export const isSuspended = (user: RawBuilder<unknown>, now: number) => sql<boolean>`
  ${now}::bigint - ${restAfter} >= greatest(
    coalesce((select last_login_at from staff_accounts where user_id = ${user}), 0),
    (select max(r.renewed_at) from staff_grants r where r.user_id = ${user} and ${widthOf('r')} >= (
      select max(${widthOf('h')}) from staff_grants h where h.user_id = ${user} and ${live('h', now)})))`

export const hasLiveGrant = (user: RawBuilder<unknown>, now: number, which: RawBuilder<boolean> = sql`true`) =>
  sql<boolean>`exists (select from staff_grants g where g.user_id = ${user} and ${live('g', now)} and ${which})`

/** Reads grants with the names of their scopes. `manageable` is a condition on `g`. */
export async function readGrants(
  db: Db,
  where: RawBuilder<boolean>,
  manageable: RawBuilder<boolean> = sql`true`,
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select g.id, g.uid, g.user_id as "userId", g.role, g.scope_kind as "scopeKind", g.created_at as "createdAt",
      g.ends_at as "endsAt", g.revoked_at as "revokedAt", b.nickname as "grantedBy", ${manageable} as manageable,
      coalesce(s.uid, c.uid, k.uid, e.uid) as "scopeUid",
      coalesce(s.name, cs.name || ' · ' || c.name, '《' || k.title || '》', e.title, '') as "scopeName"
    from staff_grants g
      left join users b on b.id = g.granted_by
      left join schools s on g.scope_kind = 'school' and s.id = g.scope_id
      left join classes c on g.scope_kind = 'class' and c.id = g.scope_id
      left join schools cs on cs.id = c.school_id
      left join curricula k on g.scope_kind = 'curriculum' and k.id = g.scope_id
      left join exams e on g.scope_kind = 'exam' and e.id = g.scope_id
    where ${where} order by g.id desc`.execute(db)
  return rows
}

export const isLive = ({ revokedAt, endsAt }: GrantRow, now: number): boolean =>
  revokedAt === null && (endsAt === null || endsAt > now)

export function shapeGrant(row: GrantRow, now: number): Grant {
  const { uid, role, scopeKind, scopeUid, scopeName, createdAt, endsAt, revokedAt, manageable } = row
  return {
    id: uid,
    role,
    roleName: roles[role].name,
    scope: { kind: scopeKind, id: scopeUid, name: scopeKind === 'site' ? '全站' : scopeName || '已删除' },
    createdAt,
    endsAt,
    revokedAt,
    grantedBy: row.grantedBy ?? '命令行',
    live: isLive(row, now),
    manageable,
  }
}

interface NewGrant {
  userId: number
  role: Role
  scopeKind: ScopeKind
  scopeId: number | null
  endsAt: number | null
  /** Null: granted on the command line. */
  by: number | null
}

/** Text of a grant in messages and in the audit. */
export const grantText = ({ role, scopeKind, scopeName }: GrantRow) =>
  scopeKind === 'site' ? roles[role].name : `${roles[role].name}（${scopeName}）`

/**
 * Grants a role. If an equal grant exists, it gets the new end date, and a suspended account becomes active. Returns
 * the grant and, if it existed, its previous end date.
 */
export async function grantRole(tx: Db, given: NewGrant, now: number) {
  const { userId, role, scopeKind, scopeId, endsAt, by } = given
  if (
    !(roles[role].scopes as readonly ScopeKind[]).includes(scopeKind) ||
    (scopeKind === 'site') !== (scopeId === null)
  )
    fail('grant-refused', { msg: `「${roles[role].name}」不能授权到这种范围，请重新选择` })
  if (endsAt !== null && endsAt <= now) fail('grant-refused', { msg: '到期时间已经过去了，请重新选择' })
  await lockName(tx, 'staff grants')
  const same = sql<boolean>`g.user_id = ${userId} and g.role = ${role} and g.scope_kind = ${scopeKind}
    and g.scope_id is not distinct from ${scopeId}::bigint and g.revoked_at is null`
  const [before] = await readGrants(tx, same)
  await sql`
    insert into staff_grants (user_id, role, scope_kind, scope_id, created_at, renewed_at, granted_by, ends_at)
    values (${userId}, ${role}, ${scopeKind}, ${scopeId}, ${now}::bigint, ${now}::bigint, ${by}, ${endsAt})
    on conflict (user_id, role, scope_kind, scope_id) where revoked_at is null
      do update set ends_at = excluded.ends_at, renewed_at = excluded.renewed_at`.execute(tx)
  if (role === 'owner' && endsAt !== null) await mustHaveOwner(tx, now)
  const [grant] = await readGrants(tx, same)
  if (!before) {
    const body = `你获得了「${grantText(grant!)}」的权限，请用电脑打开管理台（/console/）登录。如有疑问请联系授权人。`
    await notify(tx, { userId, kind: 'system', title: '你有了新的工作权限', body }, now)
  }
  return { grant: grant!, before: before && { endsAt: before.endsAt } }
}

/** Revokes a live grant. This takes effect at once, because every staff call reads the grants. */
export async function revokeGrant(
  tx: Db,
  grant: GrantRow,
  { by, reason }: { by: number | null; reason: string },
  now: number,
) {
  await lockName(tx, 'staff grants')
  const revoked = await tx
    .updateTable('staff_grants')
    .set({ revoked_at: now, revoked_by: by })
    .where('id', '=', grant.id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!revoked) return false
  if (grant.role === 'owner') await mustHaveOwner(tx, now)
  const body = `「${grantText(grant)}」的权限已收回${reason === '' ? '' : `，原因：${reason}`}。`
  await notify(tx, { userId: grant.userId, kind: 'system', title: '工作权限已收回', body }, now)
  return true
}

/** Rejects if no active owner without an end date would remain, because then no user could grant roles. */
async function mustHaveOwner(tx: Db, now: number): Promise<void> {
  const { rows } = await sql`
    select from staff_grants g join users u on u.id = g.user_id
    where g.role = 'owner' and g.revoked_at is null and g.ends_at is null and u.closed_at is null
      and not ${isSuspended(sql.ref('u.id'), now)} limit 1`.execute(tx)
  if (rows.length === 0) fail('last-owner')
}
