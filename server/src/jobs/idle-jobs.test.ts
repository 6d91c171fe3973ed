import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../base/clock'
import { createTestDatabase, silent, type TestDatabase } from '../testing/database'
import { startWorker } from './worker'

const start = 1_800_000_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('a recurring job without work is only planned again, but runs at least every five minutes', async () => {
  const clock = testClock(start)
  const ran: number[] = []
  let tried = 0
  const { runDue } = startWorker({
    ...{ db: database.db, clock, log: silent, every: { send: 60, always: 60 } },
    handlers: { send: async () => void ran.push(clock.now() - start), always: async () => void tried++ },
    work: { send: () => sql<boolean>`exists (select from settings where key = 'work')` },
  })
  const minute = async () => {
    clock.advance(60)
    await runDue()
  }
  await runDue()
  for (let i = 0; i < 6; i++) await minute()
  expect([ran, tried]).toEqual([[60, 360], 6])
  const job = () =>
    database.db
      .selectFrom('jobs')
      .select(['run_at', 'attempts', 'locked_until', 'last_error'])
      .where('kind', '=', 'send')
      .executeTakeFirstOrThrow()
  expect(await job()).toMatchObject({ run_at: start + 420, attempts: 0, locked_until: null })
  await database.db.insertInto('settings').values({ key: 'work', value: '1' }).execute()
  await minute()
  await minute()
  expect(ran).toEqual([60, 360, 420, 480])
})

it('a failed recurring job is tried again even if it has no work', async () => {
  const clock = testClock(start + 3600)
  const ran: number[] = []
  const { runDue } = startWorker({
    ...{ db: database.db, clock, log: silent, every: { flaky: 60 } },
    handlers: {
      flaky: async () => {
        ran.push(clock.now())
        if (ran.length === 1) throw new Error('away')
      },
    },
    work: { flaky: () => sql<boolean>`false` },
  })
  await runDue()
  clock.advance(60)
  await runDue()
  clock.advance(10)
  await runDue()
  expect(ran).toEqual([start + 3660, start + 3670])
})
