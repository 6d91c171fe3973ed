import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { accounts } from '@dxx/contract/calls/accounts'
import { deviceName } from '../../base/device-name'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { Limit } from '../../http/limits'
import { countClient } from './known-devices'
import { regionOf } from './rules'
import { signIn } from './sign-in'

const lifeSeconds = 120
const creations = {
  device: { name: 'login_qr_create device', max: 60, windowSeconds: 600 },
  address: { name: 'login_qr_create address', max: 1200, windowSeconds: 600 },
} satisfies Record<string, Limit>

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/** Reads a QR login that has not expired. `lock`: with `for update`. */
async function liveCode(db: Db, uid: string, now: number, lock = false) {
  const row = await db
    .selectFrom('qr_logins')
    .select(['secret_hash', 'state', 'user_id', 'device', 'ip', 'created_at'])
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

export const qrHandlers: Pick<
  Handlers<typeof accounts>,
  'POST /v1/login_qr_create' | 'GET /v1/login_qr_poll' | 'POST /v1/authorize_login_qr_code'
> = {
  'POST /v1/login_qr_create': async (ctx) => {
    const { db, clock, config, ip, userAgent, platform } = ctx
    const now = clock.now()
    await countClient(ctx, creations)
    const secret = randomBytes(32).toString('base64url')
    const { uid } = await db
      .insertInto('qr_logins')
      .values({
        secret_hash: hashSecret(secret),
        device: userAgent,
        platform,
        ip,
        created_at: now,
        expires_at: now + lifeSeconds,
      })
      .returning('uid')
      .executeTakeFirstOrThrow()
    const url = `${config.publicUrl}/#/pages/login/scan?id=${uid}`
    return { id: uid, secret, url, expiresAt: now + lifeSeconds }
  },

  'GET /v1/login_qr_poll': async (ctx, { id, secret }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await liveCode(db, id, now)
    if (!row || row.state === 'used' || !timingSafeEqual(row.secret_hash, hashSecret(secret)))
      return { state: 'expired', login: null }
    if (row.state !== 'confirmed') return { state: row.state, login: null }
    return inTransaction(db, async (tx) => {
      const taken = await tx
        .updateTable('qr_logins')
        .set({ state: 'used' })
        .where('uid', '=', id)
        .where('state', '=', 'confirmed')
        .returning('user_id')
        .executeTakeFirst()
      const login = taken?.user_id ? await signIn(tx, ctx, taken.user_id, 'qr') : null
      return login ? { state: 'confirmed', login } : { state: 'expired', login: null }
    })
  },

  'POST /v1/authorize_login_qr_code': async ({ db, user, clock }, { id, action }) =>
    inTransaction(db, async (tx) => {
      const row = (await liveCode(tx, id, clock.now(), true)) ?? fail('qr-expired')
      if (row.user_id !== null && row.user_id !== user.id) fail('qr-taken')
      const answer = (state: 'scanned' | 'confirmed' | 'refused') => ({
        device: deviceName(row.device),
        place: regionOf(row.ip),
        createdAt: row.created_at,
        state,
      })
      // Retries return the decision already made.
      if (row.state === 'used') return answer('confirmed')
      if (row.state === 'confirmed' && action !== 'refuse') return answer('confirmed')
      if (row.state === 'refused') return action === 'refuse' ? answer('refused') : fail('qr-expired')
      // Confirming requires a scan first, which shows the user the device that wants to log in.
      if (row.state === 'waiting' && action === 'confirm') fail('qr-expired')
      const state = ({ scan: 'scanned', confirm: 'confirmed', refuse: 'refused' } as const)[action]
      await tx.updateTable('qr_logins').set({ state, user_id: user.id }).where('uid', '=', id).execute()
      return answer(state)
    }),
}
