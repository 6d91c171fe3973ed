import { createHash } from 'node:crypto'
import { CompiledQuery, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from './connection'
import { PreparedQuery, type Statement } from './prepared-query'

/** The statements of hot paths, by their SQL text. */
const statements = new Map<string, Statement>()
const pools = new WeakMap<Db, pg.Pool>()

/**
 * A statement of a hot path, written out: PostgreSQL parses and plans it once per connection, and no query is built
 * for each run. It must name its columns: `select *` breaks in running servers when a migration adds a column.
 * Outside a transaction it goes to the pool directly, past Kysely.
 */
export function prepared<Row extends object>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  if (/(select |\.)\*/.test(text)) throw new Error(`a prepared statement must name its columns: ${text}`)
  const name = `dxx_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  // One for all who prepare the same: a connection knows it by its name.
  const statement = statements.get(text) ?? { name, text, columns: new WeakMap() }
  statements.set(text, statement)
  return async (db, ...values) => {
    const pool = pools.get(db)
    const { rows } = pool
      ? await run<Row>(pool, statement, values)
      : await db.executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }
}

/** Makes a database's prepared statements go to its pool. */
export function preparedOn(db: Db, pool: pg.Pool): void {
  pools.set(db, pool)
}

/** A pool for Kysely, which hands down SQL text only: prepared statements are found by it, on whichever client. */
export function preparingPool(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      let preparing = wrapped.get(client)
      if (!preparing) {
        preparing = {
          query: (text: unknown, values?: unknown) => {
            const statement = statements.get(text as string)
            const result = statement
              ? run(client, statement, values as unknown[])
              : client.query(text as string, values as unknown[])
            return result as never
          },
          release: () => client.release(),
        }
        wrapped.set(client, preparing)
      }
      return preparing
    },
    end: () => pool.end(),
  }
}

function run<Row>(on: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<PreparedQuery<Row>> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery<Row>(statement, values)
    const submit = on.query as (query: pg.Submittable, finished: (error: Error | null) => void) => void
    submit.call(on, query, (error) => (error ? reject(error) : resolve(query)))
  })
}
