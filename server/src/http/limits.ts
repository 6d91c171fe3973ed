import { fail } from '../base/refusal'
import type { Db } from '../db/connection'

/**
 * Window of the flood limits in seconds. Each server counts its own requests in memory, to protect the process;
 * limits that protect money or text messages use `countAgainst`. Requests of logged-in users count per user, others per
 * IP address, with a limit large enough for a campus behind one address.
 */
const floodWindow = 60

export function floodGuard() {
  let window = 0
  let counts = new Map<string, number>()
  return (subject: string, max: number, now: number): void => {
    const current = Math.floor(now / floodWindow)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    if (count > max) rejectTooMany((current + 1) * floodWindow - now)
  }
}

export interface Limit {
  name: string
  max: number
  windowSeconds: number
}

/**
 * Counts one event against a limit shared by all servers; rejects with `too-many` beyond it. Returns the count.
 * Must run outside the caller's transaction, so that a rejected or failed attempt still counts.
 */
export async function countAgainst(db: Db, limit: Limit, subject: string, now: number): Promise<number> {
  const windowStart = now - (now % limit.windowSeconds)
  const { count } = await db
    .insertInto('rate_counters')
    .values({ name: limit.name, subject, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_counters.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count > limit.max) rejectTooMany(windowStart + limit.windowSeconds - now)
  return count
}

/** Uncounts one event that `countAgainst` counted at `now`, for instance after the right password. */
export async function uncountEvent(
  db: Db,
  { name, windowSeconds }: Limit,
  subject: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('name', '=', name)
    .where('subject', '=', subject)
    .where('window_start', '=', now - (now % windowSeconds))
    .execute()
}

export function rejectTooMany(retryAfter: number): never {
  const seconds = Math.max(1, Math.ceil(retryAfter))
  const wait =
    seconds < 120
      ? `${seconds} 秒`
      : seconds < 7200
        ? `${Math.ceil(seconds / 60)} 分钟`
        : `${Math.ceil(seconds / 3600)} 小时`
  return fail('too-many', { msg: `操作太频繁，请 ${wait}后再试`, data: { retryAfter: seconds } })
}
