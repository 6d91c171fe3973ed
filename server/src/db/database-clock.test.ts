import { expect, test } from 'vitest'
import { testClock } from '../base/clock'
import { createTestDatabase, silent } from '../testing/database'
import { databaseClock, follower } from './database-clock'

test("follows the database clock, not the machine's, even when the machine's clock is set", async () => {
  const database = await createTestDatabase()
  const truth = Date.now()
  const real = Date.now
  // Simulates a machine whose clock is an hour slow.
  Date.now = () => real() - 3_600_000
  try {
    const clock = await databaseClock(database.db, silent)
    expect(Math.abs(clock.nowMs() - truth)).toBeLessThan(60_000)
    expect(Number.isInteger(clock.now())).toBe(true)
    Date.now = () => real() + 86_400_000
    expect(Math.abs(clock.nowMs() - truth)).toBeLessThan(60_000)
    clock.stop()
  } finally {
    Date.now = real
    await database.drop()
  }
})

const minute = 60_000
const hour = 60 * minute

test('ignores a jump of the database clock that is undone within 15 minutes', () => {
  const clock = follower(0, 0)
  for (let i = 1; i <= 10; i++) expect(clock.read(3 * hour, i * minute)).toBe(3 * hour)
  expect([clock.offset(), clock.doubts()]).toEqual([0, true])
  expect(clock.read(30, 11 * minute)).toBe(0)
  expect([clock.offset(), clock.doubts()]).toEqual([30, false])
})

test('ignores a database clock that keeps jumping, and follows it once it is stable for 15 minutes', () => {
  const clock = follower(0, 0)
  for (let i = 1; i <= 40; i++) clock.read(i % 2 ? hour : -hour, i * minute)
  expect(clock.offset()).toBe(0)
  for (let i = 41; i <= 54; i++) clock.read(-hour, i * minute)
  expect(clock.offset()).toBe(0)
  expect(clock.read(-hour, 55 * minute)).toBe(-hour)
  expect([clock.offset(), clock.doubts()]).toEqual([-hour, false])
})

test('follower reports no jump for small differences, for drift of a day without a database, and after the computer slept', () => {
  const clock = follower(0, 0)
  expect(clock.read(1900, minute)).toBe(0)
  expect(clock.offset()).toBe(1900)
  // The next reading is taken after a day without a database.
  expect(clock.read(1900 + 40_000, 24 * hour)).toBe(0)
  clock.slept(8 * hour)
  expect(clock.read(1900 + 40_000 + 8 * hour, 24 * hour + minute)).toBe(0)
})

test('a test clock returns the time that the test sets', () => {
  const clock = testClock(1000)
  clock.advance(5)
  expect([clock.now(), clock.nowMs()]).toEqual([1005, 1_005_000])
  clock.set(7)
  expect(clock.now()).toBe(7)
})
