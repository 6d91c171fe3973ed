import { expect, it } from 'vitest'
import { warningBetween } from './time-left'

it.each([
  ['just now thirty minutes', 1801, 1800, 30],
  ['nothing in between', 1799, 1700, undefined],
  ['five minutes, after the window slept', 400, 290, 5],
  ['only the most urgent one', 4000, 50, 1],
  ['not at the end itself', 61, 0, undefined],
  ['a longer deadline warns anew', 3000, 1800, 30],
])('announces the time left: %s', (_name, before, now, minutes) => {
  expect(warningBetween(before, now)).toBe(minutes)
})
