import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byDay,
  coveredPercent,
  coverWatched,
  creditSeconds,
  type HeartbeatSession,
  lookBackSeconds,
  statisticsOf,
  type TimeSpan,
} from './rules'

const hour = 3600
const now = 1_800_000_000
const env = { loginAt: now - 10 * hour, now }

describe('credit', () => {
  const known: HeartbeatSession = { seconds: 60, lastAt: now - 30 }
  it.each<[string, { seconds: number; at: number }, HeartbeatSession | undefined, TimeSpan[], number]>([
    ['adds the seconds since the last one', { seconds: 90, at: now }, known, [], 30],
    ['that is repeated adds nothing', { seconds: 60, at: now }, known, [], 0],
    ['that arrives late with fewer seconds adds nothing', { seconds: 45, at: now - 45 }, known, [], 0],
    ['adds at most the elapsed time', { seconds: 4000, at: now }, known, [], 30],
    ['from the future counts as one of now', { seconds: 90, at: now + 9999 }, known, [], 30],
    ['for seconds counted on another device adds nothing', { seconds: 90, at: now }, known, [[now - 100, now]], 0],
    ['that overlaps another device adds the rest', { seconds: 90, at: now }, known, [[now - 10, now]], 20],
    [
      'after a short loss of network adds the whole gap',
      { seconds: 660, at: now },
      { seconds: 60, lastAt: now - 600 },
      [],
      600,
    ],
    [
      'after a break adds only the studied seconds',
      { seconds: 90, at: now },
      { seconds: 60, lastAt: now - 3000 },
      [],
      30,
    ],
    ['of a new session adds the seconds before it', { seconds: 15, at: now }, undefined, [], 15],
    ['of a session that began offline adds all its seconds', { seconds: 1200, at: now - 600 }, undefined, [], 1200],
    ['that is too old adds nothing', { seconds: 1200, at: now - lookBackSeconds }, undefined, [], 0],
    ['of a whole day adds at most the look-back time', { seconds: 86_400, at: now }, undefined, [], lookBackSeconds],
  ])('a heartbeat %s', (_name, claim, session, busy, expected) => {
    const { stretches } = creditSeconds(claim, session, busy, env)
    expect(stretches.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(expected)
  })

  it('credits no seconds before the login', () => {
    const { stretches } = creditSeconds({ seconds: 3000, at: now }, undefined, [], { loginAt: now - 100, now })
    expect(stretches).toEqual([[now - 100, now]])
  })

  it('claimed seconds beyond the elapsed time cannot be credited later', () => {
    const { session } = creditSeconds({ seconds: 4000, at: now }, known, [], env)
    const laterCredit = creditSeconds({ seconds: 4000, at: now + 600 }, session, [], { ...env, now: now + 600 })
    expect(laterCredit.stretches.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThanOrEqual(2)
  })

  it('for any claims in any order, every credited second has elapsed and is credited once', () => {
    const heartbeats = fc.array(
      fc.record({
        session: fc.constantFrom('a', 'b', 'c'),
        seconds: fc.integer({ min: 0, max: 2 * hour }),
        late: fc.integer({ min: -hour, max: 2 * hour }),
        wait: fc.integer({ min: 0, max: hour }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(heartbeats, (list) => {
        const busy: TimeSpan[] = []
        const sessions = new Map<string, HeartbeatSession>()
        let clock = now
        for (const { session, seconds, late, wait } of list) {
          clock += wait
          const at = { loginAt: now, now: clock }
          const got = creditSeconds({ seconds, at: clock - late }, sessions.get(session), busy, at)
          sessions.set(session, got.session)
          busy.push(...got.stretches)
          busy.sort(([a], [b]) => a - b)
          for (const [from, to] of got.stretches) {
            expect(from).toBeGreaterThanOrEqual(now)
            expect(to).toBeLessThanOrEqual(clock)
            expect(from).toBeLessThan(to)
          }
        }
        busy.forEach(([from], i) => {
          if (i > 0) expect(from).toBeGreaterThanOrEqual(busy[i - 1]![1])
        })
      }),
    )
  })

  it('correct heartbeats add up to the studied time, even if some are lost, repeated or reordered', () => {
    const heartbeats = fc.array(fc.record({ lost: fc.boolean(), twice: fc.boolean() }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(heartbeats, (list) => {
        const busy: TimeSpan[] = []
        let session: HeartbeatSession | undefined
        const hear = (i: number, at: number) => {
          const got = creditSeconds({ seconds: (i + 1) * 15, at: now + (i + 1) * 15 }, session, busy, {
            loginAt: now,
            now: at,
          })
          session = got.session
          busy.push(...got.stretches)
        }
        list.forEach(({ lost, twice }, i) => {
          const at = now + (i + 1) * 15
          if (!lost || i === list.length - 1) hear(i, at)
          if (twice && !lost) hear(Math.max(0, i - 1), at)
        })
        expect(busy.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(list.length * 15)
      }),
    )
  })
})

describe('ranges of a video', () => {
  const watch = (covered: TimeSpan[], watched: TimeSpan[], credited: number) =>
    coverWatched(covered, watched, { duration: 100, credited })

  it('watched ranges are merged, cut at the end of the video and limited to twice the credited seconds', () => {
    expect(
      watch(
        [[0, 10]],
        [
          [5, 20],
          [90, 300],
        ],
        60,
      ),
    ).toEqual([
      [0, 20],
      [90, 100],
    ])
    expect(watch([], [[0, 100]], 10)).toEqual([[0, 25]])
    expect(watch([[0, 25]], [[0, 100]], 10)).toEqual([[0, 25]])
    expect(watch([], [[30, 20]], 50)).toEqual([])
  })

  it('a chapter is complete when 95 % of its video was watched', () => {
    expect(coveredPercent([[0, 94]], 100)).toBe(94)
    expect(
      coveredPercent(
        [
          [0, 50],
          [55, 100],
        ],
        100,
      ),
    ).toBe(100)
    expect(coveredPercent([[0, 50]], 0)).toBe(0)
  })
})

describe('days of study', () => {
  // 16:00 UTC is midnight in Shanghai.
  const midnight = Date.UTC(2026, 2, 8, 16) / 1000

  it('a day of study ends at midnight in Shanghai', () => {
    expect(byDay([midnight - 60, midnight + 30])).toEqual([
      { day: '2026-03-08', from: midnight - 60, to: midnight },
      { day: '2026-03-09', from: midnight, to: midnight + 30 },
    ])
    expect(byDay([midnight, midnight])).toEqual([{ day: '2026-03-09', from: midnight, to: midnight }])
    expect(byDay([midnight - 1, midnight + 2 * 86_400])).toHaveLength(3)
  })

  const sums = (...days: [string, number][]) => days.map(([day, seconds]) => ({ day, seconds }))

  it('consecutive study days form a streak, which continues while the user has not studied today', () => {
    const days = sums(['2026-02-27', 60], ['2026-02-28', 3600], ['2026-03-01', 61], ['2026-03-03', 59])
    expect(statisticsOf(days, '2026-03-01')).toMatchObject({ streak: 3, longestStreak: 3, todayMinutes: 1 })
    expect(statisticsOf(days, '2026-03-02')).toMatchObject({ streak: 3, todayMinutes: 0 })
    // Less than a minute does not count as a day.
    expect(statisticsOf(days, '2026-03-03')).toMatchObject({ streak: 0, longestStreak: 3, totalDays: 3 })
    expect(statisticsOf([], '2026-03-03')).toMatchObject({ streak: 0, longestStreak: 0, totalMinutes: 0 })
  })

  it('the statistics of the week list the seven days up to today with their minutes', () => {
    const { week, totalMinutes } = statisticsOf(sums(['2026-02-27', 119], ['2026-03-01', 600]), '2026-03-01')
    expect(week.map(({ day }) => day)).toEqual([
      ...['2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
    ])
    expect(week.map(({ minutes }) => minutes)).toEqual([0, 0, 0, 0, 1, 0, 10])
    expect(totalMinutes).toBe(11)
  })
})
