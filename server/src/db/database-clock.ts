import { uptime } from 'node:os'
import { sql } from 'kysely'
import type { Clock } from '../base/clock'
import type { Log } from '../base/log-type'
import type { Db } from './connection'

const measureEveryMs = 60_000

/**
 * Follows PostgreSQL's clock, so that several servers decide alike. Between measurements it counts with the monotonic
 * clock: a step of this machine's time has no effect. `follower` handles steps of PostgreSQL's time.
 */
export async function databaseClock(db: Db, log: Log): Promise<Clock & { stop(): void }> {
  const first = await measure(db)
  const following = follower(first.offset, performance.now())
  const ahead = Math.round((performance.now() + first.offset - Date.now()) / 1000)
  if (Math.abs(ahead) > 60)
    log.warn({ ahead }, 'the database clock and the clock of this machine differ by so many seconds')
  const awake = sleepWatch()
  const timer = setInterval(() => {
    following.slept(awake())
    measure(db).then(
      ({ offset, tookMs }) => {
        // During a long wait, the moment at which the database read its clock is unknown.
        if (tookMs > slowMs) return
        const by = following.read(offset, performance.now())
        if (by === 0) return
        const seconds = Math.round(by / 1000)
        if (following.doubts())
          log.warn({ seconds }, 'the database clock has jumped: not followed until it has stayed so for 15 minutes')
        else log.warn({ seconds }, 'the database clock has jumped and stayed so: followed')
      },
      // Only logged, because the last known offset stays valid for hours.
      (error) => log.warn({ err: error }, 'could not read the database clock'),
    )
  }, measureEveryMs)
  timer.unref()
  const nowMs = () => Math.round(performance.now() + following.offset())
  return { nowMs, now: () => Math.floor(nowMs() / 1000), stop: () => clearInterval(timer) }
}

/** Differences up to this size, such as an NTP step, are followed immediately: they are too small to affect exams. */
const smallMs = 2000
/** Maximum drift between two working clocks: 500 ppm, also NTP's maximum correction. */
const drift = 0.0005
/** A jump must last this long to be followed: longer than a monitored clock stays wrong, and as long as ntpd waits. */
const doubtMs = 15 * 60_000
const slowMs = 1000

/**
 * Decides which readings of a clock to follow, compared with the monotonic clock. Small differences are followed
 * immediately. A jump is not, because a clock corrected a minute later would end exams, sessions and codes early or
 * late. A jump that persists for 15 minutes is followed, because the earlier time may have been wrong.
 */
export function follower(first: number, at: number) {
  let offset = first
  let believedAt = at
  let doubt: { offset: number; since: number } | null = null
  const near = (a: number, b: number, sinceMs: number) => Math.abs(a - b) <= smallMs + drift * sinceMs
  return {
    offset: () => offset,
    doubts: () => doubt !== null,
    /** Returns the size of the jump; 0 if there is none. */
    read(measured: number, now: number): number {
      const by = measured - offset
      const calm = near(measured, offset, now - believedAt)
      if (!calm) {
        if (!doubt || !near(measured, doubt.offset, now - doubt.since)) doubt = { offset: measured, since: now }
        if (now - doubt.since < doubtMs) return by
      }
      offset = measured
      believedAt = now
      doubt = null
      return calm ? 0 : by
    },
    /** Adds the time of a sleep, during which the monotonic clock does not advance. */
    slept(ms: number): void {
      offset += ms
    },
  }
}

/** Returns a function that returns how long the machine has slept since its last call: uptime minus time awake. */
function sleepWatch(): () => number {
  const lag = () => uptime() * 1000 - performance.now()
  let before = lag()
  return () => {
    const slept = lag() - before
    if (slept < smallMs) return 0
    before += slept
    return slept
  }
}

async function measure(db: Db): Promise<{ offset: number; tookMs: number }> {
  const before = performance.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const after = performance.now()
  return { offset: rows[0]!.ms - (before + after) / 2, tookMs: after - before }
}
