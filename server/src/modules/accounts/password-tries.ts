import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { countAgainst, type Limit, uncountEvent } from '../../http/limits'
import { type Requester, requesterFor } from './known-devices'
import { useSlider } from './slider'

/** Failed attempts before a slider check is required. */
const freeTries = 3

/**
 * Limits of failed attempts. `device` and `network` count attempts at one number. `campus` counts attempts of a network
 * at all numbers and is high, because a network may be that of a whole campus. `number` counts all attempts at one
 * number.
 */
const device: Limit = { name: 'login_password device', max: 10, windowSeconds: 15 * 60 }
const network: Limit = { name: 'login_password network', max: 10, windowSeconds: 15 * 60 }
const campus: Limit = { name: 'login_password campus', max: 600, windowSeconds: 15 * 60 }
const number: Limit = { name: 'login_password number', max: 100, windowSeconds: 86_400 }

/**
 * Returns the counters for a try. A known device of the owner has a separate counter, which other clients cannot
 * exhaust.
 */
function countsFor(mobile: string, { key, network: from, known }: Requester): [Limit, string][] {
  const deviceLimit: [Limit, string] = [device, `${mobile} ${key}`]
  return known ? [deviceLimit] : [deviceLimit, [network, `${mobile} ${from}`], [number, mobile]]
}

/** Counts a try before the password is checked, so that parallel tries all count. Returns an undo function. */
export async function countPasswordTry(ctx: Ctx, mobile: string, slider: string | undefined) {
  const { db, clock } = ctx
  const now = clock.now()
  const requester = await requesterFor(ctx, mobile)
  if (!requester.known) await countAgainst(db, campus, requester.network, now)
  const counts = countsFor(mobile, requester)
  let most = 0
  for (const [i, [limit, subject]] of counts.entries()) {
    try {
      most = Math.max(most, await countAgainst(db, limit, subject, now))
    } catch (error) {
      // Rejected before the password was checked, so it does not count as a try.
      await takeBack(db, counts.slice(0, i + 1), now)
      if (limit === number)
        fail('too-many', { msg: '这个号码今天的密码尝试太多，请用验证码登录', data: { retryAfter: 3600 } })
      throw error
    }
  }
  if (most > freeTries) {
    try {
      await useSlider(db, ctx, slider)
    } catch (error) {
      await takeBack(db, counts, now)
      throw error
    }
  }
  return () => takeBack(db, counts, now)
}

async function takeBack(db: Db, counts: [Limit, string][], now: number): Promise<void> {
  for (const [limit, subject] of counts) await uncountEvent(db, limit, subject, now)
}
