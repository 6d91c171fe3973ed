import type { accounts } from '@dxx/contract/calls/accounts'
import { deviceName } from '../../base/device-name'
import type { Handlers } from '../../context'
import { revokeDevice, revokeSessions } from './queries'
import { regionOf } from './rules'

export const deviceHandlers: Pick<Handlers<typeof accounts>, 'GET /v1/device_list' | 'POST /v1/device_revoke'> = {
  'GET /v1/device_list': async ({ db, user, sessionId, clock }) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'uid', 'device', 'platform', 'ip', 'created_at', 'last_seen_at'])
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .orderBy((eb) => eb('id', '=', sessionId), 'desc')
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute()
    return rows.map((row) => ({
      id: row.uid,
      device: deviceName(row.device),
      platform: row.platform,
      place: regionOf(row.ip),
      current: row.id === sessionId,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }))
  },

  'POST /v1/device_revoke': async ({ db, user, sessionId, clock }, { id }) => {
    const now = clock.now()
    if (id === undefined) await revokeSessions(db, user.id, sessionId, now)
    else await revokeDevice(db, user.id, id, now)
    return {}
  },
}
