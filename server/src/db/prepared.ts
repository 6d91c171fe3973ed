import { createHash } from 'node:crypto'
import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import { inStatement } from '../base/tracing'
import { PreparedQuery, type Statement } from './prepared-query'
import type { Schema } from './schema/schema'

/** Same type as in connection.ts, which imports this file. */
type Db = Kysely<Schema>

/** Statements of hot paths, by SQL text. */
const statements = new Map<string, Statement>()
const pools = new WeakMap<Db, pg.Pool>()

/**
 * Prepares a statement of a hot path: PostgreSQL parses and plans it once per connection, and no query is built per
 * execution. The statement must name its columns: `select *` breaks running servers when a migration adds a column.
 * Outside a transaction it goes to the pool directly, bypassing Kysely.
 */
export function prepared<Row extends object>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  if (/(select |\.)\*/.test(text)) throw new Error(`a prepared statement must name its columns: ${text}`)
  const name = `dxx_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  // Callers with the same text share one statement, because a connection knows statements by name.
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

/** Placeholder for an argument, because statements are compiled before the values are known. */
class Parameter {
  constructor(readonly index: number) {}
}

const compiler = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Prepares a statement composed of SQL fragments, so that rules shared with other queries are not written twice.
 * `build` is called once and may use its arguments only as values of the statement.
 */
export function preparedSql<Args extends unknown[], Row extends object>(
  build: (...args: Args) => RawBuilder<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  return preparedOnce(build.length, (...args: Args) => build(...args).compile(compiler))
}

/** Like `preparedSql`, for a query that `build` creates with Kysely's query builder. */
export function preparedQuery<Args extends unknown[], Row extends object>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  return preparedOnce(build.length - 1, (...args: Args) => build(compiler, ...args).compile())
}

function preparedOnce<Args extends unknown[], Row extends object>(
  count: number,
  compile: (...args: Args) => CompiledQuery<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const places = Array.from({ length: count }, (_, index) => new Parameter(index))
  const { sql, parameters } = compile(...(places as unknown as Args))
  const run = prepared<Row>(sql)
  return (db, ...args) =>
    run(db, ...parameters.map((value) => (value instanceof Parameter ? args[value.index] : value)))
}

/** Registers the pool to which prepared statements of a database are sent. */
export function preparedOn(db: Db, pool: pg.Pool): void {
  pools.set(db, pool)
}

/** Wraps a pool for Kysely. Kysely passes only SQL text, so prepared statements are recognised by their text. */
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
              : inStatement(text as string, () => client.query(text as string, values as unknown[]))
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

const run = <Row>(on: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<PreparedQuery<Row>> =>
  inStatement(statement.text, () => submit(on, new PreparedQuery<Row>(statement, values)))

function submit<Row>(on: pg.Pool | pg.PoolClient, query: PreparedQuery<Row>): Promise<PreparedQuery<Row>> {
  return new Promise((resolve, reject) => {
    const send = on.query as (query: pg.Submittable, finished: (error: Error | null) => void) => void
    send.call(on, query, (error) => (error ? reject(error) : resolve(query)))
  })
}
