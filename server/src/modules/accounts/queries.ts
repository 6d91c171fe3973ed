import type { UserInfo } from '@dxx/contract/calls/accounts'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { revokeConsoleSessions } from '../../http/console-session'
import { forgetDevices } from './known-devices'

export function userByMobile(db: Db, mobile: string) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'password_hash'])
    .where('mobile', '=', mobile)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function userInfo(db: Db, userId: number): Promise<UserInfo> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('student_applications as s', 's.user_id', 'u.id')
    .select([
      'u.uid as id',
      'u.nickname',
      'u.avatar',
      'u.gender',
      'u.birthday',
      'u.location',
      'u.bio',
      'u.show_school as showSchool',
      'u.student_status as studentStatus',
      'u.created_at as createdAt',
      's.school_name as school',
      's.class_name as className',
      's.name',
      's.reason',
    ])
    .select((eb) => [
      eb.fn.coalesce('u.mobile', sql<string>`''`).as('mobile'),
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
      eb
        .exists(eb.selectFrom('wechat_identities as w').select('w.id').whereRef('w.user_id', '=', 'u.id'))
        .as('wechatBound'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { school, className, name, reason, ...user } = row
  return {
    ...user,
    wechatBound: Boolean(user.wechatBound),
    student: school === null ? null : { school, className: className!, name: name!, reason: reason! },
  }
}

/** Locks a number, so that two transactions never change concurrently which account has it. */
export function lockMobile(tx: Db, mobile: string): Promise<void> {
  return lockName(tx, `mobile ${mobile}`)
}

/** Locks accounts against concurrent identity changes, always in the same order. */
export function lockUsers(tx: Db, ids: number[]) {
  return tx
    .selectFrom('users')
    .select(['id', 'nickname', 'mobile', 'password_hash', 'cancel_at', 'blocked_at', 'block_reason'])
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function createUser(tx: Db, user: { nickname: string; mobile: string | null }, now: number) {
  const { id } = await tx
    .insertInto('users')
    .values({ ...user, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Revokes all sessions of a user except `except`, also all of the staff console, and forgets their devices. */
export async function revokeSessions(tx: Db, userId: number, except: number | null, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .execute()
  await revokeConsoleSessions(tx, userId, null, now)
  await forgetDevices(tx, userId, except)
}

/** Revokes one session of a user and forgets its device. */
export async function revokeDevice(db: Db, userId: number, uid: string, now: number): Promise<void> {
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('device_hash')
    .executeTakeFirst()
  if (!revoked?.device_hash) return
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '=', revoked.device_hash)
    .execute()
}

/** Revokes the sessions of all users, for example after a leak. Returns their number. */
export async function revokeAllSessions(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  await db.updateTable('console_sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute()
  await db.deleteFrom('known_devices').execute()
  return Number(numUpdatedRows)
}
