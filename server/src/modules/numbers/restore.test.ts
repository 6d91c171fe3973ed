import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { backup } from '../../db/backup'
import type { Db } from '../../db/connection'
import { restore } from '../../db/restore'
import { createBlankDatabase, createTestDatabase } from '../../testing/database'
import { rollNumbers } from './sum-daily'

const now = 1_800_000_000

const numbersOf = async (db: Db) => {
  await rollNumbers(db, now)
  const { rows } = await sql`select day::text, metric, value::int from daily_numbers order by 1, 2`.execute(db)
  const { rows: active } = await sql`select day::text, user_id::int from active_days order by 1, 2`.execute(db)
  return { rows, active }
}

it('a restored backup has the same numbers as its source: no event is lost or counted twice', async () => {
  const [source, target] = [await createTestDatabase(), await createBlankDatabase()]
  const folder = await mkdtemp(join(tmpdir(), 'dxx-numbers-'))
  try {
    const addUser = (nickname: string) =>
      source.db.insertInto('users').values({ nickname, created_at: now }).returning('id').executeTakeFirstOrThrow()
    const { id } = await addUser('已汇总')
    await sql`insert into active_days (day, user_id) values (day_of(${now}::bigint), ${id})`.execute(source.db)
    await rollNumbers(source.db, now)
    // This event is not in the daily numbers yet when the backup is made.
    await addUser('还没汇总')
    const file = join(folder, 'all.dxx')
    await backup(source.pool, file)
    await restore(target.pool, file, { replace: false })
    const numbers = await numbersOf(source.db)
    expect(numbers.rows).toContainEqual(expect.objectContaining({ metric: 'new_users', value: 2 }))
    expect(numbers.active).toHaveLength(1)
    expect(await numbersOf(target.db)).toEqual(numbers)
  } finally {
    await source.drop()
    await target.drop()
    await rm(folder, { recursive: true })
  }
})
