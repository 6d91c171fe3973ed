import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '../base/log-type'
import { createBlankDatabase, silent, type TestDatabase } from '../testing/database'
import { connect } from './connection'
import { appliedMigrations, knownMigrations, migrate, newerThanCode } from './migrate'

let database: TestDatabase
beforeEach(async () => {
  database = await createBlankDatabase()
})
afterEach(() => database.drop())

function recorder() {
  const messages: unknown[] = []
  const log: Log = { info: () => {}, warn: (...args: unknown[]) => void messages.push(args), error: () => {} }
  return { log, messages }
}

test('the first run creates the tables, and the second changes nothing', async () => {
  expect(await appliedMigrations(database.db)).toEqual([])
  await migrate(database.db, silent)
  await migrate(database.db, silent)
  expect(await appliedMigrations(database.db)).toEqual(await knownMigrations())
  expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('six concurrent starts apply each migration once', async () => {
  const servers = Array.from({ length: 6 }, () => connect(database.url, { max: 2, log: silent }))
  await Promise.all(servers.map(({ db }) => migrate(db, silent)))
  expect(await appliedMigrations(database.db)).toEqual(await knownMigrations())
  await Promise.all(servers.map(({ close }) => close()))
})

test('an old server starts on a newer database and logs the unknown migration', async () => {
  await migrate(database.db, silent)
  await database.db.insertInto('migrations').values({ name: '9999_from_the_future' }).execute()
  const { log, messages } = recorder()
  await migrate(database.db, log)
  expect(messages).toEqual([[{ migration: '9999_from_the_future' }, expect.any(String)]])
})

test('throws if an applied migration is missing in the code, or if a new one precedes applied ones', () => {
  expect(() => newerThanCode(['0001_a', '0003_c'], ['0001_a', '0002_b'])).toThrow('0002_b')
  expect(() => newerThanCode(['0001_a', '0002_b', '0003_c'], ['0001_a', '0003_c'])).toThrow('0002_b')
  expect(newerThanCode(['0001_a', '0002_b'], ['0001_a'])).toEqual([])
  expect(newerThanCode(['0001_a'], ['0001_a', '0002_b'])).toEqual(['0002_b'])
})
