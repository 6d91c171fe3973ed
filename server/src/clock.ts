import { sql } from 'kysely'
import type { Db } from './db/connection'
import type { Log } from './db/log'

/** Business time. Never SQL now() nor Date.now(): tests set it, and all servers agree on it. */
export interface Clock {
  /** Unix seconds. */
  now(): number
  nowMs(): number
}

const measureEveryMs = 60_000

/**
 * Follows PostgreSQL's clock, so that several servers with clocks of their own decide alike. In between it counts on with
 * the clock that nobody can set: where an operator or NTP steps this machine's time, nothing jumps.
 */
export async function databaseClock(db: Db, log: Log): Promise<Clock & { stop(): void }> {
  let offset = await measureOffset(db)
  const timer = setInterval(() => {
    measureOffset(db).then(
      (measured) => {
        offset = measured
      },
      // The last known offset stays good for hours; whoever needs the database notices its loss by itself.
      (error) => log.warn({ err: error }, 'could not read the database clock'),
    )
  }, measureEveryMs)
  timer.unref()
  const nowMs = () => Math.round(performance.now() + offset)
  return { nowMs, now: () => Math.floor(nowMs() / 1000), stop: () => clearInterval(timer) }
}

/** Always the same moment: what is drawn by it comes out the same. */
export function stoppedClock(seconds: number): Clock & { stop(): void } {
  return { nowMs: () => seconds * 1000, now: () => seconds, stop: () => {} }
}

async function measureOffset(db: Db): Promise<number> {
  const before = performance.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const after = performance.now()
  return rows[0]!.ms - (before + after) / 2
}

export interface TestClock extends Clock {
  set(seconds: number): void
  advance(seconds: number): void
}

export function testClock(start: number): TestClock {
  let seconds = start
  return {
    now: () => seconds,
    nowMs: () => seconds * 1000,
    set: (to) => {
      seconds = to
    },
    advance: (by) => {
      seconds += by
    },
  }
}
