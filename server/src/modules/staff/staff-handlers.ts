import type { people, StaffPerson, StaffState } from '@dxx/contract/calls/staff/staff'
import { withoutStop } from '@dxx/contract/rules/format'
import { canGrantRole, type Role, roles, type ScopeKind, totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, Staff, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { revokeConsoleSessions } from '../../http/console-session'
import { notify } from '../messages/public'
import { scopesNamed } from './grant-scopes'
import {
  type GrantRow,
  grantRole,
  grantText,
  hasLiveGrant,
  isLive,
  isSuspended,
  readGrants,
  revokeGrant,
  shapeGrant,
} from './grants'
import { classScope, curriculumScope, examScope, grantScope, schoolScope } from './scope'
import { removeFactor } from './second-factor'
import { personOf, sessionsOf, staffTarget } from './session-handlers'

interface PersonRow {
  id: number
  uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  state: StaffState
  secondFactor: boolean
  lastLoginAt: number | null
}

/** Selects users with a grant that the staff member may see. */
function peopleQuery(staff: Staff, now: number) {
  const user = sql.ref('u.id')
  return sql<PersonRow>`
    select u.id, u.uid, u.nickname, u.avatar, u.mobile, a.last_login_at as "lastLoginAt",
      a.factor_confirmed_at is not null as "secondFactor",
      case when not ${hasLiveGrant(user, now, grantScope(staff, 'g'))} then 'ended'
        when ${isSuspended(user, now)} then 'resting' else 'live' end as state
    from users u left join staff_accounts a on a.user_id = u.id
    where u.closed_at is null
      and exists (select from staff_grants v where v.user_id = u.id and ${grantScope(staff, 'v')})`
}

async function withGrants(db: Db, { staff, user }: StaffCtx, rows: PersonRow[], now: number) {
  const ids = rows.map(({ id }) => id)
  const visible = grantScope(staff, 'g')
  const grants = await readGrants(db, sql`g.user_id = any(${ids}::bigint[]) and ${visible}`, visible)
  return rows.map((row): StaffPerson & { history: GrantRow[] } => {
    const history = grants.filter(({ userId }) => userId === row.id)
    return {
      ...personOf(row),
      state: row.state,
      grants: history.filter((grant) => isLive(grant, now)).map((grant) => shapeGrant(grant, now)),
      secondFactor: row.secondFactor,
      lastLoginAt: row.lastLoginAt,
      isMe: row.id === user.id,
      history,
    }
  })
}

/** Whether the caller manages every live grant of the user. */
async function managesAll({ db, staff, clock }: StaffCtx, userId: number): Promise<boolean> {
  const foreign = hasLiveGrant(sql.val(userId), clock.now(), sql`not ${grantScope(staff, 'g')}`)
  const { rows } = await sql<{ foreign: boolean }>`select ${foreign} as foreign`.execute(db)
  return !rows[0]!.foreign
}

async function personById({ db, staff, clock }: StaffCtx, uid: string): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    with people as (${peopleQuery(staff, clock.now())}) select people.* from people where uid = ${uid}::uuid`.execute(
    db,
  )
  return rows[0] ?? fail('person-not-found')
}

/** Id of a scope by its uid; rejects scopes that the staff member does not manage. */
async function scopeIdOf(db: Db, staff: Staff, kind: ScopeKind, uid: string | null): Promise<number | null> {
  if (kind === 'site') return uid === null ? null : fail('grant-refused')
  const tables: Record<Exclude<ScopeKind, 'site'>, RawBuilder<unknown>> = {
    school: sql`schools t where ${schoolScope(staff, 'staff.manage', 't')}`,
    class: sql`classes t where ${classScope(staff, 'staff.manage', 't')}`,
    curriculum: sql`curricula t where ${curriculumScope(staff, 'staff.manage', 't')}`,
    exam: sql`exams t where ${examScope(staff, 'staff.manage', 't')}`,
  }
  const { rows } = await sql<{ id: number }>`select t.id from ${tables[kind]} and t.uid = ${uid}::uuid`.execute(db)
  return rows[0]?.id ?? fail('scope-not-found')
}

function mustMayGrant({ grants }: Staff, role: Role): void {
  if (grants.some((grant) => canGrantRole(grant.role, role))) return
  fail('not-permitted', { msg: `你不能授权「${roles[role].name}」，请联系所有者` })
}

const auditedGrant = (grant: GrantRow) => ({ grant: grantText(grant), endsAt: grant.endsAt })

export const peopleHandlers: Handlers<typeof people> = {
  'GET /staff/v1/people_list': async (ctx, { keyword, role, state, after, limit }) => {
    const { db, staff, clock } = ctx
    const now = clock.now()
    const filters = [
      state && sql`state = ${state}`,
      role &&
        sql`exists (select from staff_grants g where g.user_id = people.id and g.role = ${role}
        and g.revoked_at is null and ${grantScope(staff, 'g')})`,
      keyword && sql`(nickname ilike ${`%${escapeLike(keyword)}%`} or mobile = ${keyword})`,
    ].filter((filter) => filter !== undefined && filter !== '')
    const where = filters.length === 0 ? sql`true` : sql.join(filters, sql` and `)
    const listed = sql`with people as (${peopleQuery(staff, now)}) select people.* from people where ${where}`
    const { rows } = await sql<PersonRow>`
      select listed.* from (${listed}) listed
      where ${after ?? null}::text is null or id > (select id from users where uid::text = ${after ?? null})
      order by id limit ${limit + 1}`.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from (${listed}) listed limit ${totalMax}) counted`.execute(db)
    const list = await withGrants(db, ctx, rows.slice(0, limit), now)
    return { list, next: rows.length > limit ? list.at(-1)!.id : null, total: counted[0]!.total }
  },

  'GET /staff/v1/person_info': async (ctx, { id }) => {
    const { db, staff, clock } = ctx
    const now = clock.now()
    const row = await personById(ctx, id)
    const [person] = await withGrants(db, ctx, [row], now)
    return {
      person: person!,
      history: person!.history.map((grant) => shapeGrant(grant, now)),
      sessions: (await managesAll(ctx, row.id)) ? await sessionsOf(db, row.id, staff.sessionId, now) : null,
    }
  },

  'GET /staff/v1/grant_candidates': async ({ db }, { mobile }) => {
    const found = await db
      .selectFrom('users')
      .select(['uid', 'nickname', 'avatar', 'mobile'])
      .where('mobile', '=', mobile)
      .where('closed_at', 'is', null)
      .execute()
    return found.map(personOf)
  },

  'GET /staff/v1/grant_scopes': ({ db, staff }, { kind, keyword = '', after, limit }) =>
    scopesNamed(db, staff, kind, { keyword: `%${escapeLike(keyword)}%`, after, limit }),

  'POST /staff/v1/grant_create': async (ctx, { userId, role, scope, endsAt, reason }) => {
    const { db, staff, user, clock } = ctx
    const now = clock.now()
    mustMayGrant(staff, role)
    const found = await db
      .selectFrom('users')
      .select(['id', 'uid', 'nickname'])
      .where('uid', '=', userId)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (!found) fail('user-not-found', { msg: '没有找到这位用户，请重新查找' })
    const scopeId = await scopeIdOf(db, staff, scope.kind, scope.id)
    const { grant, before } = await grantRole(
      db,
      { userId: found.id, role, scopeKind: scope.kind, scopeId, endsAt, by: user.id },
      now,
    )
    ctx.audit({ target: staffTarget(found), before, after: auditedGrant(grant), reason })
    return shapeGrant(grant, now)
  },

  'POST /staff/v1/grant_revoke': async (ctx, { id, reason }) => {
    const { db, staff, user, clock } = ctx
    const now = clock.now()
    const visible = grantScope(staff, 'g')
    const found = sql<boolean>`g.uid = ${id}::uuid and ${visible}`
    const [grant] = await readGrants(db, found, visible)
    if (!grant) fail('grant-not-found')
    const revoked = await revokeGrant(db, grant, { by: user.id, reason }, now)
    const holder = await db
      .selectFrom('users')
      .select(['uid', 'nickname'])
      .where('id', '=', grant.userId)
      .executeTakeFirstOrThrow()
    ctx.audit(revoked ? { target: staffTarget(holder), before: auditedGrant(grant), reason } : null)
    const [changed] = await readGrants(db, found, visible)
    return shapeGrant(changed!, now)
  },

  'POST /staff/v1/person_log_out': async (ctx, { id, reason }) => {
    const person = await personById(ctx, id)
    if (!(await managesAll(ctx, person.id)))
      fail('not-permitted', { msg: '这位员工还有不归你管理的授权，请联系所有者让其退出' })
    const ended = await revokeConsoleSessions(ctx.db, person.id, null, ctx.clock.now())
    ctx.audit({ target: staffTarget(person), after: { ended }, reason })
    return { ended }
  },

  'POST /staff/v1/factor_reset': async (ctx, { id, reason }) => {
    const person = await personById(ctx, id)
    if (person.id === ctx.user.id)
      fail('grant-refused', { msg: '不能重置自己的二次验证，请用恢复码，或请另一位所有者操作' })
    if (!(await resetFactor(ctx.db, person.id, reason, ctx.clock.now())))
      fail('second-factor-missing', { msg: '这位员工还没有开启二次验证' })
    ctx.audit({ target: staffTarget(person), before: { enrolled: true }, after: { enrolled: false }, reason })
    return {}
  },
}

/** Removes a second factor, ends the console sessions and notifies the user. Returns false if there was no factor. */
export async function resetFactor(tx: Db, userId: number, reason: string, now: number): Promise<boolean> {
  if (!(await removeFactor(tx, userId))) return false
  await revokeConsoleSessions(tx, userId, null, now)
  const body = `你的管理台二次验证已被重置，原因：${withoutStop(reason)}。下次登录时请重新开启；如果不是你要求的，请立刻联系所有者。`
  await notify(tx, { userId, kind: 'system', title: '二次验证已重置', body }, now)
  return true
}
