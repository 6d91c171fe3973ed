import { uptime } from 'node:os'
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
 * the clock that nobody can set: where an operator or NTP steps this machine's time, nothing jumps. Where PostgreSQL's time
 * is stepped, `follower` decides.
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
        // The database may have read its clock at any moment of a long wait.
        if (tookMs > slowMs) return
        const by = following.read(offset, performance.now())
        if (by === 0) return
        const seconds = Math.round(by / 1000)
        if (following.doubts())
          log.warn({ seconds }, 'the database clock has jumped: not followed until it has stayed so for 15 minutes')
        else log.warn({ seconds }, 'the database clock has jumped and stayed so: followed')
      },
      // The last known offset stays good for hours; whoever needs the database notices its loss by itself.
      (error) => log.warn({ err: error }, 'could not read the database clock'),
    )
  }, measureEveryMs)
  timer.unref()
  const nowMs = () => Math.round(performance.now() + following.offset())
  return { nowMs, now: () => Math.floor(nowMs() / 1000), stop: () => clearInterval(timer) }
}

/** What nobody's exam is ended by; a step of NTP that nobody notices. */
const smallMs = 2000
/** As much as two clocks come apart that are not broken: 500 millionths, which is also the most by which NTP corrects one. */
const drift = 0.0005
/** Longer than a clock is wrong that somebody watches; ntpd waits as long before it believes that time has jumped. */
const doubtMs = 15 * 60_000
const slowMs = 1000

/**
 * Which reading of a clock is believed, judged against one that nobody can set. A small difference is taken over at once.
 * A jump is not: exams would end, sessions and codes run out, or go on too long, for a clock that is set right again a
 * minute later. When it has stayed there for a quarter of an hour it is followed: perhaps it was wrong before.
 */
export function follower(first: number, at: number) {
  let offset = first
  let believedAt = at
  let doubt: { offset: number; since: number } | null = null
  const near = (a: number, b: number, sinceMs: number) => Math.abs(a - b) <= smallMs + drift * sinceMs
  return {
    offset: () => offset,
    doubts: () => doubt !== null,
    /** Answers by how much it has jumped: 0 where it has not. */
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
    /** The clock that nobody can set stands still while the machine sleeps; time does not. */
    slept(ms: number): void {
      offset += ms
    },
  }
}

/** By how much longer this machine has been there than it has been awake, since last asked. */
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

/** Always the same moment: what is drawn by it comes out the same. */
export function stoppedClock(seconds: number): Clock & { stop(): void } {
  return { nowMs: () => seconds * 1000, now: () => seconds, stop: () => {} }
}

async function measure(db: Db): Promise<{ offset: number; tookMs: number }> {
  const before = performance.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const after = performance.now()
  return { offset: rows[0]!.ms - (before + after) / 2, tookMs: after - before }
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
