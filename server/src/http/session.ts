import { hash, randomBytes } from 'node:crypto'
import { dayNumber } from '@dxx/contract/rules/time-from'
import type { User } from '../context'
import type { Db } from '../db/connection'
import { prepared } from '../db/prepared'

const lifeSeconds = 30 * 86_400
/** The expiry is extended at most this often, and on the first request of a day, so that reading rarely writes. */
const touchEverySeconds = 3600

const hashToken = (token: string) => hash('sha256', token, 'buffer')

/**
 * `password` and `code` prove who logs in. `qr` is confirmed by another session of the user; `wechat` relies on an
 * identity that another session has bound to the account. `campus` and `lti` rely on the school's systems.
 */
export type LoginMethod = 'password' | 'code' | 'wechat' | 'qr' | 'campus' | 'lti'

export interface SessionDevice {
  device: string
  platform: string
  ip: string
  /** Hash of the device secret, if sent. */
  deviceHash?: string | null
  by?: LoginMethod
}

/** Creates a session. Returns a random token of 256 bits; the database stores only its hash. */
export async function createSession(
  db: Db,
  userId: number,
  { deviceHash = null, by, ...device }: SessionDevice,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      ...device,
      device_hash: deviceHash,
      login_by: by ?? '',
      created_at: now,
      last_seen_at: now,
      expires_at: now + lifeSeconds,
    })
    .execute()
  return token
}

export interface Session {
  id: number
  user: User
}

interface SessionRow extends User {
  sessionId: number
  lastSeenAt: number
}

/** Prepared, because every logged-in request runs this query, and building it would take as long as executing it. */
const sessionByToken = prepared<SessionRow>(`
  select s.id as "sessionId", s.last_seen_at as "lastSeenAt", u.id, u.uid, u.nickname, u.avatar, u.mobile,
         u.student_status as "studentStatus", u.created_at as "createdAt", u.password_hash is not null as "hasPassword"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > $2 and s.revoked_at is null and u.closed_at is null`)

/**
 * Returns the session of a token, or null if the session does not exist, was revoked or has expired. `db` may be a
 * standby of `primary`.
 */
export async function findSession(db: Db, token: string, now: number, primary = db): Promise<Session | null> {
  const [row] = await sessionByToken(db, hashToken(token), now)
  if (!row) return null
  const { sessionId, lastSeenAt, ...user } = row
  if (now - lastSeenAt > touchEverySeconds || dayNumber(now) !== dayNumber(lastSeenAt))
    await touched(touchSession(primary, sessionId, now), primary === db)
  return { id: sessionId, user }
}

/** A read from a standby does not wait for the primary, which may be down; the next request extends the session. */
const touched = (touch: Promise<void>, waits: boolean) => (waits ? touch : void touch.catch(() => {}))

async function touchSession(db: Db, sessionId: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: now + lifeSeconds })
    .where('id', '=', sessionId)
    .execute()
}

export async function revokeSession(db: Db, sessionId: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}
