import { expect, test } from 'vitest'
import { databaseClock, testClock } from './clock'
import { createTestDatabase, silent } from './testing/database'

test('follows the database and not the machine it runs on, also when that is set to another time', async () => {
  const database = await createTestDatabase()
  const truth = Date.now()
  const real = Date.now
  // This machine's clock is an hour slow.
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

test('a test sets its own time', () => {
  const clock = testClock(1000)
  clock.advance(5)
  expect([clock.now(), clock.nowMs()]).toEqual([1005, 1_005_000])
  clock.set(7)
  expect(clock.now()).toBe(7)
})
