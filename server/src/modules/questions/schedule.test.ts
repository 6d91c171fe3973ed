import { expect, it } from 'vitest'
import { review, type Schedule } from './schedule'

const start = 1_800_000_000
const day = 86_400

/** Answers a question at each due date with these verdicts; returns the intervals in days. */
function intervals(...verdicts: ('wrong' | 'partial' | 'right')[]): number[] {
  let schedule: Schedule | null = null
  let now = start
  return verdicts.map((verdict) => {
    schedule = review(schedule, verdict, now)
    const days = (schedule.dueAt - now) / day
    now = schedule.dueAt
    return days
  })
}

it.each([
  [['wrong'], [1]],
  [['partial'], [2]],
  [
    ['wrong', 'right'],
    [1, 3],
  ],
  [
    ['wrong', 'right', 'right'],
    [1, 3, 8],
  ],
  [
    ['wrong', 'right', 'right', 'right'],
    [1, 3, 8, 22],
  ],
  [
    ['wrong', 'wrong'],
    [1, 1],
  ],
  [
    ['wrong', 'right', 'right', 'wrong'],
    [1, 3, 8, 1],
  ],
] as const)('after %s the next review is in %s days', (verdicts, days) => {
  expect(intervals(...verdicts)).toEqual(days)
})

it('a wrong answer after a right one counts as a lapse and reduces stability', () => {
  const good = review(review(null, 'wrong', start), 'right', start + day)
  const lapsed = review(good, 'wrong', good.dueAt)
  expect(lapsed.lapses).toBe(1)
  expect(lapsed.stability).toBeLessThan(good.stability)
  expect(lapsed.hardness).toBeGreaterThan(good.hardness)
})
