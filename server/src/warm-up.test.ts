import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReadingFixture, type ReadingFixture } from './modules/reading/reading.fixture'
import { warmUp } from './warm-up'

let room: ReadingFixture
beforeAll(async () => {
  room = await createReadingFixture()
  await room.reset()
})
afterAll(() => room.close())

/** Number of rows and newest transaction of each table. */
async function contents() {
  const { db } = room.server
  const tables = await sql<{ query: string }>`
    select string_agg(format('select %L as name, count(*)::int, max(xmin::text::bigint) from %I', relname, relname),
      ' union all ' order by relname) as query from pg_stat_user_tables`.execute(db)
  return (await sql.raw(tables.rows[0]!.query).execute(db)).rows
}

it('every call that is prepared succeeds, and none writes', async () => {
  const lines: { msg: string }[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const before = await contents()
  await warmUp({ ...room.server.env, log })
  expect(lines).toEqual([])
  expect(await contents()).toEqual(before)
})
