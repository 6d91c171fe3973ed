import { hash, randomBytes } from 'node:crypto'
import { consoleTimes, type Permission, type Role, roleHasPermission, type ScopeKind } from '@dxx/contract/staff'
import type { Staff, User } from '../context'
import type { Db } from '../db/connection'
import { prepared } from '../db/prepared'

/** `seen_at` is updated at most once in this time, so that reading pages rarely causes writes. */
const touchEverySeconds = 60

const hashToken = (token: string) => hash('sha256', token, 'buffer')

interface NewSession {
  userId: number
  /** Whether the second factor was checked. */
  factor: boolean
  address: string
  agent: string
}

/** Creates a staff console session. Returns a random token of 256 bits; the database stores only its hash. */
export async function createConsoleSession(db: Db, given: NewSession, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { userId, factor, address, agent } = given
  await db
    .insertInto('console_sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      seen_at: now,
      ends_at: now + consoleTimes.session,
      factor_at: factor ? now : null,
      proof_at: factor ? now : null,
      address,
      agent,
    })
    .execute()
  return token
}

export interface ConsoleSession {
  user: User
  staff: Staff
}

interface SessionRow extends User {
  sessionId: number
  sessionUid: string
  seenAt: number
  endsAt: number
  factorAt: number | null
  proofAt: number | null
  grants: { id: number; role: Role; scopeKind: ScopeKind; scopeId: number | null }[]
}

const sessionByToken = prepared<SessionRow>(`
  select s.id as "sessionId", s.uid as "sessionUid", s.seen_at as "seenAt", s.ends_at as "endsAt",
         s.factor_at as "factorAt", s.proof_at as "proofAt", u.id, u.uid, u.nickname, u.avatar, u.mobile,
         u.student_status as "studentStatus", u.created_at as "createdAt", u.password_hash is not null as "hasPassword",
         (select coalesce(json_agg(json_build_object(
              'id', g.id, 'role', g.role, 'scopeKind', g.scope_kind, 'scopeId', g.scope_id) order by g.id), '[]')
            from staff_grants g
            where g.user_id = u.id and g.revoked_at is null and (g.ends_at is null or g.ends_at > $2)) as grants
  from console_sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.ends_at > $2 and s.seen_at > $2 - ${consoleTimes.idle} and s.revoked_at is null
    and u.closed_at is null`)

/** Returns the session of a token, or null if there is none or it was revoked, has ended or was idle too long. */
export async function findConsoleSession(db: Db, token: string, now: number): Promise<ConsoleSession | null> {
  const [row] = await sessionByToken(db, hashToken(token), now)
  if (!row) return null
  const { sessionId, sessionUid, seenAt, endsAt, factorAt, proofAt, grants, ...user } = row
  return { user, staff: { sessionId, sessionUid, seenAt, endsAt, factorAt, proofAt, grants } }
}

/** Restarts the idle time of a session that is in use. */
export async function touchConsoleSession(db: Db, { sessionId, seenAt }: Staff, now: number): Promise<void> {
  if (now - seenAt < touchEverySeconds) return
  await db.updateTable('console_sessions').set({ seen_at: now }).where('id', '=', sessionId).execute()
}

/** Revokes the console sessions of a user, except the given one. Returns their number. */
export async function revokeConsoleSessions(db: Db, userId: number, except: number | null, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('console_sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns the user's roles that include a permission; for `any`, all of the user's roles. */
export const rolesHolding = ({ grants }: Staff, permission: Permission | 'any'): Role[] => [
  ...new Set(
    grants.map(({ role }) => role).filter((role) => permission === 'any' || roleHasPermission(role, permission)),
  ),
]
