import { expect, it } from 'vitest'
import { isCollecting, secondsToRefresh } from './exam-times'

const exam = { state: 'running' as const, paused: null, startsAt: 0, closesAt: 1000 }

it('says 收卷中 from the last end until the state changes, and not while the exam is paused', () => {
  expect(isCollecting(exam, 999)).toBe(false)
  expect(isCollecting(exam, 1000)).toBe(true)
  expect(isCollecting({ ...exam, paused: { since: 900, reason: '' } }, 1000)).toBe(false)
  expect(isCollecting({ ...exam, state: 'marking' }, 1040)).toBe(false)
})

it('loads the exam again right after its start, its last end and the end of the grace period', () => {
  expect(secondsToRefresh({ ...exam, state: 'scheduled', startsAt: 100 }, 95, 20)).toBe(5)
  expect(secondsToRefresh(exam, 500, 20)).toBe(20)
  expect(secondsToRefresh(exam, 990, 20)).toBe(10)
  expect(secondsToRefresh(exam, 1000, 20)).toBe(20)
  expect(secondsToRefresh(exam, 1025, 20)).toBe(6)
  expect(secondsToRefresh(exam, 1031, 20)).toBe(20)
})
