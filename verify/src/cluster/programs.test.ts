import { expect, it } from 'vitest'
import { isSafePatroni } from './programs'

it.each([
  ['patroni 3.0.2', false],
  ['patroni 2.1.7', false],
  ['patroni 3.0.3', true],
  ['patroni 3.1.0', true],
  ['patroni 4.0.7', true],
  ['', false],
])('isSafePatroni(%j) is %j', (printed, isSafe) => {
  expect(isSafePatroni(printed)).toBe(isSafe)
})
