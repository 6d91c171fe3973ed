import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database'
import { HotStatements } from './hot-statements'
import { prepareOften } from './prepared'

function started(now: () => number) {
  const hot = new HotStatements(now)
  hot.start()
  return hot
}

const conditional = 'insert into jobs (kind) values ($1) on conflict (unique_key)\n where failed_at = $2 do nothing'

const times = (count: number, run: () => unknown) => Array.from({ length: count }, run)

it('prepares a statement from the thirtieth execution within a minute', () => {
  let now = 0
  const hot = started(() => now)
  const find = () => hot.find('select id from users where id = $1')
  expect(times(29, find).some(Boolean)).toBe(false)
  now = 60_000
  expect(times(29, find).some(Boolean)).toBe(false)
  expect(find()).toMatchObject({ text: 'select id from users where id = $1' })
  now = 600_000
  expect(find()).toBeDefined()
})

it('prepares nothing before it is started', () => {
  const hot = new HotStatements(() => 0)
  expect(times(40, () => hot.find('select 1')).some(Boolean)).toBe(false)
})

it('prepares neither transactions nor statements with all columns or a conditional conflict', () => {
  const hot = started(() => 0)
  for (const text of ['begin', 'commit', 'select * from users', 'select "u".* from users as u', conditional])
    expect(times(40, () => hot.find(text)).some(Boolean)).toBe(false)
})

it('prepares at most 100 statements', () => {
  const hot = started(() => 0)
  const found = times(150, () => 0).map((_, i) => times(30, () => hot.find(`select ${i}`)).at(-1))
  expect(found.filter(Boolean)).toHaveLength(100)
})

it('returns the same rows from a statement before and after it is prepared', async () => {
  const database = await createTestDatabase()
  prepareOften(database.db)
  const read = () => database.db.selectFrom('settings').select(['key', 'value']).where('key', '=', 'none').execute()
  const add = (key: string) =>
    database.db
      .insertInto('settings')
      .values({ key, value: '{"a":[1]}' })
      .returning(['key', 'value'])
      .executeTakeFirst()
  for (let i = 0; i < 60; i++) {
    expect(await read()).toEqual([])
    expect(await add(`key ${i}`)).toEqual({ key: `key ${i}`, value: { a: [1] } })
  }
  const removed = await database.db.deleteFrom('settings').where('key', 'like', 'key %').executeTakeFirstOrThrow()
  expect(Number(removed.numDeletedRows)).toBe(60)
  await database.drop()
})
