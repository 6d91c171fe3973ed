import { formatDate, startOfDay } from '@dxx/contract/rules/time-from'

/** Half-open interval of seconds. */
export type TimeSpan = readonly [from: number, to: number]

/** How far back seconds may be reported: enough for a journey without network, not for the day before. */
export const lookBackSeconds = 4 * 3600
/** Claimed seconds that were not credited count again in the next heartbeat, up to this number, because of rounding. */
const carrySeconds = 2
/** Maximum playback rate. */
const fastest = 2
/** Seconds by which the watched ranges of a chapter may exceed the credited time, because clocks and players round. */
const slackSeconds = 5
/** Minimum percentage for a chapter to count as completed. */
const donePercent = 95

export interface HeartbeatSession {
  seconds: number
  lastAt: number
}

export interface Claim {
  /** Total seconds studied in the session. */
  seconds: number
  at: number
}

/**
 * Returns the seconds credited for a heartbeat: at most the time since the last heartbeat of the session (for a new
 * session since the login), without seconds that were already credited on any device.
 */
export function creditSeconds(
  claim: Claim,
  session: HeartbeatSession | undefined,
  busy: readonly TimeSpan[],
  { loginAt, now }: { loginAt: number; now: number },
): { stretches: TimeSpan[]; session: HeartbeatSession } {
  const to = Math.min(claim.at, now)
  const before = session ?? { seconds: 0, lastAt: Math.max(loginAt, to - claim.seconds) }
  const from = Math.max(before.lastAt, now - lookBackSeconds)
  const passed = Math.max(0, to - from)
  const claimed = Math.min(Math.max(0, claim.seconds - before.seconds), passed)
  return {
    stretches: latest(freeIn([from, to], busy), claimed),
    session: {
      seconds: Math.max(before.seconds + claimed, claim.seconds - carrySeconds),
      lastAt: claimed > 0 ? to : before.lastAt,
    },
  }
}

/** Returns the parts of an interval outside the intervals of `busy`, which are sorted and do not overlap. */
function freeIn([from, to]: TimeSpan, busy: readonly TimeSpan[]): TimeSpan[] {
  const free: TimeSpan[] = []
  let at = from
  for (const [start, end] of busy) {
    if (start > at) free.push([at, Math.min(start, to)])
    at = Math.max(at, end)
  }
  free.push([at, to])
  return free.filter(([start, end]) => end > start)
}

function latest(free: readonly TimeSpan[], seconds: number): TimeSpan[] {
  const taken: TimeSpan[] = []
  let left = seconds
  for (const [start, end] of free.toReversed()) {
    if (left <= 0) break
    taken.unshift([Math.max(start, end - left), end])
    left -= end - start
  }
  return taken
}

const daySeconds = 86_400

/** Splits an interval at midnight in Shanghai (no daylight saving time since 1991). */
export function byDay([from, to]: TimeSpan): { day: string; from: number; to: number }[] {
  const days = []
  for (let start = from; start < to || start === from; ) {
    const end = Math.min(to, startOfDay(start) + daySeconds)
    days.push({ day: formatDate(start), from: start, to: end })
    if (end === to) break
    start = end
  }
  return days
}

const lengthOf = (ranges: readonly TimeSpan[]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

function merged(ranges: readonly TimeSpan[]): TimeSpan[] {
  const all: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) all.push([from, to])
  }
  return all
}

/** Returns the watched ranges of a video, limited to what the credited seconds allow at the maximum rate. */
export function coverWatched(
  covered: readonly TimeSpan[],
  watched: readonly TimeSpan[],
  { duration, credited }: { duration: number; credited: number },
): TimeSpan[] {
  const known = merged(covered)
  let left = fastest * credited + slackSeconds - lengthOf(known)
  const added: TimeSpan[] = []
  for (const range of merged(watched.map(([from, to]) => [from, Math.min(to, duration)]))) {
    for (const [from, to] of freeIn(range, known)) {
      if (left <= 0) break
      const end = Math.min(to, from + left)
      added.push([from, end])
      left -= end - from
    }
  }
  return merged([...known, ...added])
}

/** Whole percent, rounded down; 100 from `donePercent` on. */
export const percentOf = (part: number, whole: number) => {
  const percent = whole <= 0 ? 0 : Math.floor((100 * Math.min(part, whole)) / whole)
  return percent >= donePercent ? 100 : percent
}

export const coveredPercent = (covered: readonly TimeSpan[], duration: number) => percentOf(lengthOf(covered), duration)

export const minutesOf = (seconds: number) => Math.floor(seconds / 60)

export interface DaySum {
  day: string
  seconds: number
}

const nextDay = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * daySeconds * 1000).toISOString().slice(0, 10)

/** Study statistics from the seconds per day. A day counts if it has at least one full minute. */
export function statisticsOf(days: readonly DaySum[], today: string) {
  const minutes = new Map(days.map(({ day, seconds }) => [day, minutesOf(seconds)]))
  const studied = [...minutes].filter(([, count]) => count > 0).map(([day]) => day)
  const known = new Set(studied)
  let longestStreak = 0
  for (const day of known) {
    if (known.has(nextDay(day, -1))) continue
    let length = 1
    while (known.has(nextDay(day, length))) length++
    longestStreak = Math.max(longestStreak, length)
  }
  let streak = 0
  for (let day = known.has(today) ? today : nextDay(today, -1); known.has(day); day = nextDay(day, -1)) streak++
  return {
    todayMinutes: minutes.get(today) ?? 0,
    streak,
    longestStreak,
    totalMinutes: [...minutes.values()].reduce((sum, count) => sum + count, 0),
    totalDays: known.size,
    week: Array.from({ length: 7 }, (_, i) => nextDay(today, i - 6)).map((day) => ({
      day,
      minutes: minutes.get(day) ?? 0,
    })),
  }
}
