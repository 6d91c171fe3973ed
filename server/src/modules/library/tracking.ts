import { createHmac } from 'node:crypto'
import type { library } from '@dxx/contract/calls/library'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Handlers } from '../../context'
import { countAgainst, type Limit } from '../../http/limits'

/** Batches per minute. A page sends one batch every few seconds; one IP address may serve a whole campus. */
const perMinute = { user: 30, address: 3000 }
/** Events per day. Events beyond this add no information and are dropped silently. */
const perDay = { user: 2000, address: 50_000 }
/** Maximum age of an event in seconds. An older time, for example from an offline client, is set to this age. */
const oldest = 7 * 86_400

export const visitorOf = (userId: number) => `user ${userId}`

export const trackingHandlers: Pick<Handlers<typeof library>, 'POST /v1/tracking_point/add'> = {
  'POST /v1/tracking_point/add': async ({ db, user, clock, config, ip, platform }, { events }) => {
    const now = clock.now()
    const today = formatDate(now)
    const who = user ? 'user' : 'address'
    // The IP address is hashed with the day, so that it is neither stored nor linkable across days.
    const hashed = () => createHmac('sha256', config.secret).update(`visitor ${today} ${ip}`).digest('base64url')
    const visitor = user ? visitorOf(user.id) : `address ${hashed().slice(0, 22)}`
    const rate: Limit = { name: `tracking ${who}`, max: perMinute[who], windowSeconds: 60 }
    await countAgainst(db, rate, visitor, now)
    const rows = events.map(({ name, at, page, value }) => {
      const happened = Math.min(now, Math.max(now - oldest, at))
      return { day: formatDate(happened), name, visitor, platform, page, value: value.trim(), at: happened }
    })
    const { rows: counted } = await sql<{ count: number }>`
      insert into rate_counters (name, subject, window_start, count)
      values ('tracking day', ${visitor}, ${now - (now % 86_400)}, ${rows.length})
      on conflict (name, subject, window_start) do update set count = rate_counters.count + excluded.count
      returning count`.execute(db)
    const room = perDay[who] - (counted[0]!.count - rows.length)
    if (room > 0) await db.insertInto('events').values(rows.slice(0, room)).execute()
    return {}
  },
}
