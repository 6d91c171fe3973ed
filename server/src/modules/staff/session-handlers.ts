import type { SignedInStaff, session } from '@dxx/contract/calls/staff/session'
import { maskMobile } from '@dxx/contract/rules/mask'
import { consoleTimes, type Permission, roles } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { deviceName } from '../../base/device-name'
import { passwordMatches } from '../../base/passwords'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers, Staff, StaffCtx, User } from '../../context'
import type { Db } from '../../db/connection'
import { createConsoleSession, findConsoleSession, revokeConsoleSessions } from '../../http/console-session'
import { countAgainst, type Limit, uncountEvent } from '../../http/limits'
import { revokeSession } from '../../http/session'
import { requireProof } from '../../http/staff-calls'
import { numberOption } from '../content/public'
import { isSuspended, readGrants, shapeGrant } from './grants'
import { classScope, examScope, schoolScope } from './scope'
import { beginFactor, confirmFactor, factorOf, newRecoveryCodes, useFactorCode } from './second-factor'

/** The staff console opens only within this many seconds after a login: a student session stays valid for weeks. */
const loginFreshFor = 600
/** Kinds of login that prove the person. Others, such as a QR scan, need only an open session. */
const provingLogins = ['password', 'code']

const passwordTries: Limit = { name: 'console password', max: 10, windowSeconds: 15 * 60 }

export const personOf = ({ uid, nickname, avatar, mobile }: Pick<User, 'uid' | 'nickname' | 'avatar' | 'mobile'>) => ({
  id: uid,
  nickname,
  avatar,
  mobile: mobile ? maskMobile(mobile) : '',
})

/** Audit target of a member of staff. */
export const staffTarget = ({ uid, nickname }: Pick<User, 'uid' | 'nickname'>) => ({
  kind: 'staff',
  id: uid,
  name: nickname,
})

export async function sessionsOf(db: Db, userId: number, current: number | null, now: number) {
  const rows = await db
    .selectFrom('console_sessions')
    .select(['id', 'uid', 'agent', 'address', 'created_at', 'seen_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where('seen_at', '>', now - consoleTimes.idle)
    .orderBy((eb) => eb('id', '=', current ?? 0), 'desc')
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.uid,
    device: deviceName(row.agent),
    address: row.address,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    endsAt: row.ends_at,
    current: row.id === current,
  }))
}

async function meOf(
  db: Db,
  { config }: Pick<Ctx, 'config'>,
  user: User,
  staff: Staff,
  now: number,
): Promise<SignedInStaff> {
  const ids = staff.grants.map(({ id }) => id)
  const grants = await readGrants(db, sql`g.id = any(${ids}::bigint[])`, sql`false`)
  const permissionsOfRoles = new Set(
    staff.grants.flatMap(({ role }) => roles[role].permissions as readonly Permission[]),
  )
  const factor = await factorOf(db, user.id)
  const proven = staff.proofAt === null ? null : staff.proofAt + consoleTimes.proof
  return {
    person: personOf(user),
    grants: grants.map((grant) => shapeGrant(grant, now)),
    permissions: [...permissionsOfRoles],
    schools: await schoolsOfScopes(db, staff),
    hasPassword: user.hasPassword,
    secondFactor: { ...factor, required: config.secondFactor },
    need: config.secondFactor && staff.factorAt === null ? 'enrol' : null,
    session: {
      id: staff.sessionUid,
      endsAt: staff.endsAt,
      idleEndsAt: Math.min(staff.endsAt, now + consoleTimes.idle),
      provenUntil: proven !== null && proven > now ? proven : null,
    },
  }
}

/** Schools of the staff member's scopes; empty for staff with a site-wide role. */
async function schoolsOfScopes(db: Db, staff: Staff) {
  if (staff.grants.some(({ scopeKind }) => scopeKind === 'site')) return []
  const { rows } = await sql<{ id: string; name: string }>`
    select s.uid as id, s.name from schools s
    where ${schoolScope(staff, 'class.view', 's')}
      or exists (select from classes c where c.school_id = s.id and ${classScope(staff, 'class.view', 'c')})
      or exists (select from exams e where e.school_id = s.id and ${examScope(staff, 'exam.grade', 'e')})
    order by s.position limit 200`.execute(db)
  return rows
}

/** Rejects users without a live grant, and suspended staff accounts. */
async function mustBeStaff(tx: Db, userId: number, now: number): Promise<void> {
  const grants = await readGrants(
    tx,
    sql`g.user_id = ${userId} and g.revoked_at is null and (g.ends_at is null or g.ends_at > ${now}::bigint)`,
  )
  if (grants.length === 0) fail('not-permitted', { msg: '这个账号不是员工，请联系所有者或学校管理员开通' })
  const { rows } = await sql<{ rests: boolean }>`select ${isSuspended(sql.val(userId), now)} as rests`.execute(tx)
  if (rows[0]?.rests) {
    const days = await numberOption(tx, 'staff-rest-days')
    fail('not-permitted', { msg: `这个账号超过 ${days} 天没有登录管理台，已停用，请联系所有者重新授权` })
  }
}

async function mustBeFreshLogin({ db, clock, sessionId }: Ctx<'user'>): Promise<void> {
  const login = await db
    .selectFrom('sessions')
    .select(['created_at', 'login_by'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!login || clock.now() - login.created_at > loginFreshFor || !provingLogins.includes(login.login_by))
    fail('not-logged-in', { msg: '请用密码或验证码重新登录，再进入管理台' })
}

async function provePassword({ db, rootDb, user, clock }: StaffCtx, password: string): Promise<void> {
  const now = clock.now()
  await countAgainst(rootDb, passwordTries, String(user.id), now)
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirst()
  if (!(await passwordMatches(row?.password_hash, password))) fail('proof-wrong')
  await uncountEvent(rootDb, passwordTries, String(user.id), now)
}

export const sessionHandlers: Handlers<typeof session> = {
  'POST /staff/v1/session_open': async (ctx, { code }) => {
    const { db, clock, user, ip, userAgent } = ctx
    const now = clock.now()
    await mustBeStaff(db, user.id, now)
    await mustBeFreshLogin(ctx)
    const { enrolled } = await factorOf(db, user.id)
    if (enrolled && code === undefined)
      fail('second-factor-required', { msg: '请输入动态验证码', data: { need: 'totp' } })
    if (enrolled) await useFactorCode(db, ctx, code!)
    await revokeSession(db, ctx.sessionId!, now)
    await db
      .insertInto('staff_accounts')
      .values({ user_id: user.id, last_login_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_login_at: now }))
      .execute()
    const token = await createConsoleSession(
      db,
      { userId: user.id, factor: enrolled, address: ip, agent: userAgent },
      now,
    )
    ctx.audit({ target: staffTarget(user), after: { secondFactor: enrolled, device: deviceName(userAgent) } })
    const opened = (await findConsoleSession(db, token, now))!
    return { token, me: await meOf(db, ctx, user, opened.staff, now) }
  },

  'POST /staff/v1/session_close': async (ctx) => {
    const { db, user, staff, clock } = ctx
    await db
      .updateTable('console_sessions')
      .set({ revoked_at: clock.now() })
      .where('id', '=', staff.sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    ctx.audit({ target: staffTarget(user) })
    return {}
  },

  'GET /staff/v1/me': (ctx) => meOf(ctx.db, ctx, ctx.user, ctx.staff, ctx.clock.now()),

  'GET /staff/v1/session_list': ({ db, user, staff, clock }) => sessionsOf(db, user.id, staff.sessionId, clock.now()),

  'POST /staff/v1/session_revoke': async (ctx, { id }) => {
    const { db, user, staff, clock } = ctx
    const now = clock.now()
    if (id === undefined) {
      const ended = await revokeConsoleSessions(db, user.id, staff.sessionId, now)
      ctx.audit(ended === 0 ? null : { target: staffTarget(user), after: { ended } })
      return {}
    }
    const revoked = await db
      .updateTable('console_sessions')
      .set({ revoked_at: now })
      .where('uid', '=', id)
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .returning(['address', 'agent'])
      .executeTakeFirst()
    if (!revoked) fail('session-not-found')
    ctx.audit({ target: staffTarget(user), before: { device: deviceName(revoked.agent), address: revoked.address } })
    return {}
  },

  'POST /staff/v1/session_prove': async (ctx, { password, code }) => {
    const { db, user, staff, clock } = ctx
    const now = clock.now()
    if (password !== undefined) await provePassword(ctx, password)
    else await useFactorCode(db, ctx, code!)
    await db.updateTable('console_sessions').set({ proof_at: now }).where('id', '=', staff.sessionId).execute()
    ctx.audit({ target: staffTarget(user), after: { by: password === undefined ? 'code' : 'password' } })
    return { provenUntil: now + consoleTimes.proof }
  },

  'POST /staff/v1/factor_begin': async (ctx) => {
    const { db, user, staff, clock } = ctx
    const { enrolled } = await factorOf(db, user.id)
    if (enrolled) requireProof(staff, clock.now())
    const setup = await beginFactor(db, ctx)
    ctx.audit({ target: staffTarget(user), before: { enrolled } })
    return setup
  },

  'POST /staff/v1/factor_confirm': async (ctx, { code }) => {
    const { db, user, staff, clock } = ctx
    const now = clock.now()
    const recoveryCodes = await confirmFactor(db, ctx, code)
    await db
      .updateTable('console_sessions')
      .set({ factor_at: now, proof_at: now })
      .where('id', '=', staff.sessionId)
      .execute()
    // Ends the user's other console sessions, because they were opened without the new factor.
    await revokeConsoleSessions(db, user.id, staff.sessionId, now)
    ctx.audit({ target: staffTarget(user), after: { enrolled: true } })
    return { recoveryCodes }
  },

  'POST /staff/v1/factor_recovery_codes': async (ctx) => {
    const { db, user } = ctx
    const { enrolled, recoveryLeft } = await factorOf(db, user.id)
    if (!enrolled) fail('second-factor-missing')
    const recoveryCodes = await newRecoveryCodes(db, user.id)
    ctx.audit({ target: staffTarget(user), before: { recoveryLeft }, after: { recoveryLeft: recoveryCodes.length } })
    return { recoveryCodes }
  },
}
