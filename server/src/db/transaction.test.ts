import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import type { Db } from './connection'
import { inTransaction } from './transaction'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('settings').execute()
})

const put = (db: Db, key: string) =>
  db
    .insertInto('settings')
    .values({ key, value: '1' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '2' }))
    .execute()
const keys = async () =>
  (await database.db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key)
const lock = (db: Db, key: string) => db.updateTable('settings').set({ value: '3' }).where('key', '=', key).execute()

test('a failed transaction leaves no changes, not even those of a nested transaction', async () => {
  await inTransaction(database.db, (tx) => put(tx, 'kept'))
  const failed = inTransaction(database.db, async (tx) => {
    await inTransaction(tx, (inner) => put(inner, 'inner'))
    throw new Error('refused')
  })
  await expect(failed).rejects.toThrow('refused')
  expect(await keys()).toEqual(['kept'])
})

test('resolves a deadlock by running the rolled-back transaction again', async () => {
  await put(database.db, 'a')
  await put(database.db, 'b')
  let runs = 0
  let arrived = 0
  let bothHold = () => {}
  const both = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const swap = (first: string, second: string) =>
    inTransaction(database.db, async (tx) => {
      runs++
      await lock(tx, first)
      if (++arrived === 2) bothHold()
      await both
      await lock(tx, second)
    })
  await Promise.all([swap('a', 'b'), swap('b', 'a')])
  expect(runs).toBe(3)
})

test('retries a serialization failure three times, and other errors never', async () => {
  let runs = 0
  const failing = (code: string) =>
    inTransaction(database.db, async () => {
      runs++
      throw Object.assign(new Error('failed'), { code })
    })
  await expect(failing('40001')).rejects.toThrow('failed')
  expect(runs).toBe(4)
  await expect(failing('23505')).rejects.toThrow('failed')
  expect(runs).toBe(5)
})

test('40 concurrent transactions can each use a second connection', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      inTransaction(database.db, async (tx) => {
        await put(tx, `inside ${i}`)
        await put(database.db, `beside ${i}`)
      }),
    ),
  )
  expect(await keys()).toHaveLength(80)
})
