import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, silent, type TestDatabase } from '../testing/database'
import { connect, isConnectionError } from './connection'
import { prepared } from './prepared'
import { inTransaction } from './transaction'
import { numberParsers } from './values'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function addUser(nickname: string): Promise<number> {
  const { id } = await database.db
    .insertInto('users')
    .values({ nickname, created_at: 1_700_000_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('values', () => {
  test('bigint and numeric are numbers, bytea is a buffer, json is parsed, Chinese text is preserved', async () => {
    const id = await addUser('学生甲')
    const { db } = database
    await db
      .insertInto('idempotency')
      .values({
        user_id: id,
        path: '/v1/x',
        key: '8f14e45f-ceea-467f-8f14-e45fceea467f',
        body_hash: Buffer.from([0, 255]),
        reply: JSON.stringify({ 好: [1, null] }),
        created_at: 1_700_000_001,
      })
      .execute()
    const row = await db.selectFrom('idempotency').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual({
      user_id: id,
      path: '/v1/x',
      key: '8f14e45f-ceea-467f-8f14-e45fceea467f',
      body_hash: Buffer.from([0, 255]),
      reply: { 好: [1, null] },
      created_at: 1_700_000_001,
    })
    const { rows } = await sql<{ percent: number; count: number }>`select 87.5 as percent, count(*) from users`.execute(
      db,
    )
    expect(rows[0]).toEqual({ percent: 87.5, count: 1 })
  })

  test('the database compares by code point and supports Unicode', async () => {
    const { rows } = await sql<{ upper: string; ctype: string; encoding: string; collation: string }>`
      select upper('é') as upper, datctype as ctype, pg_encoding_to_char(encoding) as encoding, datlocale as collation
      from pg_database where datname = current_database()`.execute(database.db)
    expect(rows[0]).toEqual({
      upper: 'É',
      ctype: expect.stringMatching('UTF-8'),
      encoding: 'UTF8',
      collation: 'C.UTF-8',
    })
  })
})

describe('prepared', () => {
  const statements = async (db: TestDatabase['db']) =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
      ({ statement }) => statement,
    )
  const text = 'select id, nickname from users where nickname = $1'
  const byNickname = prepared<{ nickname: string }>(text)

  test('a query prepared once runs as one named statement, with the values of each call', async () => {
    await addUser('甲')
    await addUser('乙')
    await inTransaction(database.db, async (tx) => {
      expect(await byNickname(tx, '甲')).toMatchObject([{ nickname: '甲' }])
      expect(await byNickname(tx, '乙')).toMatchObject([{ nickname: '乙' }])
      expect(await statements(tx)).toEqual([text])
      await tx.selectFrom('users').select('id').where('nickname', '=', '甲').execute()
      expect(await statements(tx)).toEqual([text])
    })
    expect(await byNickname(database.db, '甲')).toHaveLength(1)
  })

  test('parses all types of values on every connection, and returns an empty array if there are no rows', async () => {
    const kinds = prepared<{ big: number }>(`
      select 9007199254740991::int8 as big, 87.5::numeric as percent, '\\x00ff'::bytea as bytes, '{"好": [1, null]}'::jsonb as json,
             array[1, 2] as list, true as yes, null::text as nothing, $1::text as argument from generate_series(1, $2::int)`)
    const text = '他说："好" \\ 😀'
    const row = {
      ...{ big: 9007199254740991, percent: 87.5, bytes: Buffer.from([0, 255]), json: { 好: [1, null] } },
      ...{ list: [1, 2], yes: true, nothing: null, argument: text },
    }
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => kinds(database.db, text, i % 3)))
    for (const [i, rows] of answers.entries()) expect(rows).toEqual(Array(i % 3).fill(row))
  })

  test('shares the statement between two callers with the same query', async () => {
    const again = prepared<{ nickname: string }>(text)
    await inTransaction(database.db, async (tx) => {
      expect(await byNickname(tx, '甲')).toMatchObject([{ nickname: '甲' }])
      expect(await again(tx, '甲')).toMatchObject([{ nickname: '甲' }])
    })
  })

  test('throws the error of a rejected statement, and the next statement runs', async () => {
    const divide = prepared<{ result: number }>('select 10 / $1::int as result')
    await expect(divide(database.db, 0)).rejects.toMatchObject({ code: '22012' })
    await expect(divide(database.db, 'x')).rejects.toMatchObject({ code: '22P02' })
    expect(await divide(database.db, 5)).toEqual([{ result: 2 }])
    const wrong = prepared('select nothing_of_the_kind')
    await expect(wrong(database.db)).rejects.toMatchObject({ code: '42703' })
    await expect(wrong(database.db)).rejects.toMatchObject({ code: '42703' })
    await inTransaction(database.db, async (tx) => expect(await divide(tx, 2)).toEqual([{ result: 5 }]))
  })

  test('returns an empty array for an update, inside and outside a transaction', async () => {
    const id = await addUser('丙')
    const rename = prepared('update users set nickname = $2 where id = $1')
    expect(await rename(database.db, id, '丁')).toEqual([])
    expect(await rename(database.db, id, '戊')).toEqual([])
    await inTransaction(database.db, (tx) => rename(tx, id, '己'))
    expect(await byNickname(database.db, '己')).toHaveLength(1)
  })

  test('a value that cannot be parsed fails the query, not the process', async () => {
    const broken = prepared('select 1 as x, $1::text as json')
    const reading = vi.spyOn(numberParsers, 'getTypeParser').mockReturnValue(() => {
      throw new Error('unreadable')
    })
    await expect(broken(database.db, 'x')).rejects.toThrow('unreadable')
    reading.mockRestore()
  })

  test('rejects select *, which a later migration would break', () => {
    expect(() => prepared('select * from users')).toThrow('name its columns')
  })
})

describe('lost connections', () => {
  test('the pool recovers when idle and checked-out connections are terminated', async () => {
    const { db, pool, close } = connect(database.url, { max: 2, log: silent })
    const client = await pool.connect()
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    const kill = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(database.db)
    const pidOf = `select pg_backend_pid() as pid`
    await kill((await client.query(pidOf)).rows[0].pid)
    await ended
    const error = await client.query('select 1').catch((reason: unknown) => reason)
    expect(isConnectionError(error)).toBe(true)
    client.release()

    const idleLost = new Promise<void>((resolve) => pool.once('remove', () => resolve()))
    await kill((await pool.query(pidOf)).rows[0].pid)
    await idleLost
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await close()
    await close()
  })

  test('a missing database is a connection error, a rejected statement is not', async () => {
    const unreachable = connect('postgres://postgres@/postgres?host=/nowhere', { max: 1, log: silent })
    expect(isConnectionError(await unreachable.pool.query('select 1').catch((error: unknown) => error))).toBe(true)
    expect(isConnectionError(await database.pool.query('select nothing').catch((error: unknown) => error))).toBe(false)
    await unreachable.close()
  })
})
