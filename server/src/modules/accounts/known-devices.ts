import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { countAgainst, type Limit } from '../../http/limits'
import { networkOf } from '../../http/network'

/** Known devices stored per user; with more, those with the oldest logins are removed. */
const maxKnown = 20

export interface Requester {
  /** Hash of the device's secret, else the network. Clients choose the secret, so it must not be the only limit. */
  key: string
  network: string
  /** Whether the owner of the number has logged in on this device, which is recognised by its secret. */
  known: boolean
}

export async function requesterFor(ctx: Ctx, mobile: string): Promise<Requester> {
  const { db, ip, user, deviceHash } = ctx
  const network = networkOf(ip)
  const known = user?.mobile === mobile || (deviceHash !== null && (await isKnown(db, mobile, deviceHash)))
  return { key: deviceHash ?? network, network, known }
}

async function isKnown(db: Db, mobile: string, deviceHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('u.mobile', '=', mobile)
    .where('u.closed_at', 'is', null)
    .where('d.device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the owner of any account has logged in on this device. */
export async function isKnownToAnyUser(db: Db, deviceHash: string | null): Promise<boolean> {
  if (deviceHash === null) return false
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a call that names no mobile number. Devices on which any user has logged in have their own counters, so that
 * other clients with the same IP address cannot exhaust them.
 */
export async function countClient(
  { db, clock, ip, deviceHash }: Ctx,
  limits: { device: Limit; address: Limit },
): Promise<void> {
  const known = await isKnownToAnyUser(db, deviceHash)
  const [limit, subject] = known ? [limits.device, deviceHash!] : [limits.address, ip]
  await countAgainst(db, limit, subject, clock.now())
}

export async function rememberDevice(tx: Db, userId: number, deviceHash: string | null, now: number): Promise<void> {
  if (deviceHash === null) return
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_login_at: now }))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_login_at', 'desc')
        .orderBy('device_hash')
        .limit(maxKnown),
    )
    .execute()
}

/** Removes all known devices of a user except the device of the session `except`. */
export async function forgetDevices(tx: Db, userId: number, except: number | null): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('sessions as s')
              .select('s.id')
              .where('s.id', '=', except!)
              .whereRef('s.device_hash', '=', 'known_devices.device_hash'),
          ),
        ),
      ),
    )
    .execute()
}
