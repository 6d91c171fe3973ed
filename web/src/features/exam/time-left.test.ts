import { expect, it } from 'vitest'
import { warningBetween } from './time-left'

it.each([
  ['30 minutes, once exactly 30 minutes are left', 1801, 1800, 30],
  ['none between two warning times', 1799, 1700, undefined],
  ['5 minutes, although the computer slept past that time', 400, 290, 5],
  ['only 1 minute, if several warning times have passed', 4000, 50, 1],
  ['none at the deadline itself', 61, 0, undefined],
  ['30 minutes again, after an extension of the deadline', 3000, 1800, 30],
])('the warning that is due between two clock readings: %s', (_name, before, now, minutes) => {
  expect(warningBetween(before, now)).toBe(minutes)
})
