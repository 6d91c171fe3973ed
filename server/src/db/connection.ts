import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { turns } from '../turns'
import type { Log } from './log'
import { preparedOn, preparingPool } from './prepared'
import type { Schema } from './schema'
import { readAs } from './values'

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
    types: readAs,
    application_name: 'dxx-server',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The default of ten seconds would end and begin connections all day, and whoever comes first would wait for each.
    idleTimeoutMillis: 600_000,
  })
  // Both are needed: the pool listens to idle clients only, and an error event without a listener ends the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
  preparedOn(db, pool)
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
