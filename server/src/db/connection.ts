import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { concurrencyLimit } from '../base/concurrency-limit'
import type { Log } from '../base/log-type'
import { preparedOn, preparingPool } from './prepared'
import type { Schema } from './schema/schema'
import { numberParsers } from './values'

export type Db = Kysely<Schema>

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Returns the connections in use, the number of callers waiting for one, and the maximum of connections. */
export function poolUse(db: Db): { used: number; waiting: number; max: number } {
  const pool = pools.get(db)
  if (!pool) return { used: 0, waiting: 0, max: 0 }
  return { used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }
}

const pools = new WeakMap<Db, pg.Pool>()

export function connect(url: string, { max, log }: { max: number; log: Log }): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: numberParsers,
    application_name: 'dxx-server',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // With the default of ten seconds, idle connections would often be closed and requests would wait for new ones.
    idleTimeoutMillis: 600_000,
  })
  // Both listeners are needed: the pool handles errors of idle clients only, and an error event without a listener ends
  // the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
  preparedOn(db, pool)
  pools.set(db, pool)
  transactions.set(db, concurrencyLimit({ running: Math.max(1, max - spare), waiting: mostWaiting }))
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
 * Connections reserved for work outside transactions. A transaction may need a second connection, to count an attempt
 * that survives a rollback: if transactions held all connections, they would deadlock.
 */
const spare = 2
const mostWaiting = 2000
const transactions = new WeakMap<Db, ReturnType<typeof concurrencyLimit>>()

/** Runs a transaction within the concurrency limit of transactions. */
export const withTransactionSlot = <T>(db: Db, run: () => Promise<T>): Promise<T> =>
  (transactions.get(db) ?? ((work) => work()))(run)

/** Codes of a lost connection, a stopped server, a full disk, and a server that is read-only during failover. */
const connectionCodes = new Set(['57P01', '57P02', '57P03', '25006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])
const connectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool/

/** Whether the database was unreachable or lost, as opposed to rejecting a statement. */
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
