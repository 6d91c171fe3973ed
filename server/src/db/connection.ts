import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { turns } from '../turns'
import type { Log } from './log'
import type { Schema } from './schema'

export type Db = Kysely<Schema>

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

export function connect(url: string, { max, log }: { max: number; log: Log }): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: numericTypes,
    application_name: 'dxx-server',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Both are needed: the pool listens to idle clients only, and an error event without a listener ends the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: namingPool(pool) }) })
  pools.set(db, pool)
  transactions.set(db, turns({ running: Math.max(1, max - spare), waiting: mostWaiting }))
  let closed: Promise<void> | undefined
  return {
    db,
    pool,
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}

/**
 * Connections that no transaction takes. Whoever is in one may need another beside it, to count a try that counts even if
 * it is refused: were all of them in transactions, everybody would wait for everybody.
 */
const spare = 2
const mostWaiting = 2000
const transactions = new WeakMap<Db, ReturnType<typeof turns>>()

/** Runs a transaction when one of the places for them is free. */
export const inTurn = <T>(db: Db, run: () => Promise<T>): Promise<T> =>
  (transactions.get(db) ?? ((work) => work()))(run)

const int8 = 20
const numeric = 1700

/** Ids, times and counts stay far below 2^53, and numeric holds percents, so both are plain numbers. */
const numericTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** SQL text to statement name, of the statements of hot paths. */
const statementNames = new Map<string, string>()
const pools = new WeakMap<Db, pg.Pool>()

/**
 * A statement of a hot path, written out: PostgreSQL parses and plans it once per connection, and no query is built
 * for each run. It must name its columns: `select *` breaks in running servers when a migration adds a column.
 * Outside a transaction it goes to the pool directly, which is a third of the cost of going through Kysely.
 */
export function prepared<Row extends object>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  if (/(select |\.)\*/.test(text)) throw new Error(`a prepared statement must name its columns: ${text}`)
  const name = `dxx_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  statementNames.set(text, name)
  // Inherited, since node-postgres copies what a query has of its own, and slowly.
  const statement: pg.QueryConfig = Object.create({ name, text })
  return async (db, ...values) => {
    const pool = pools.get(db)
    const { rows } = pool
      ? await pool.query<Row>(statement, values)
      : await db.executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }
}

/** Kysely hands down SQL text only; here, on whichever client a transaction or single query uses, it gets its name. */
function namingPool(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      let naming = wrapped.get(client)
      if (!naming) {
        naming = {
          query: (text: unknown, values?: unknown) =>
            client.query({ text, values, name: statementNames.get(text as string) } as pg.QueryConfig) as never,
          release: () => client.release(),
        }
        wrapped.set(client, naming)
      }
      return naming
    },
    end: () => pool.end(),
  }
}

/** Also where it has run out of something (53…: disk, memory, connections), or is read-only while another takes over. */
const connectionCodes = new Set(['57P01', '57P02', '57P03', '25006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])
const connectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool/

/** Whether the database could not be reached or went away, as opposed to refusing what was asked. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return (
    connectionCodes.has(code) ||
    /^(08|53)/.test(code) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    connectionMessages.test(error.message)
  )
}
