import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely'
import pg from 'pg'
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
  const db: Db = new Kysely({ dialect: new Dialect({ pool: namingPool(pool) }) })
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

const int8 = 20
const numeric = 1700

/** Ids, times and counts stay far below 2^53, and numeric holds percents, so both are plain numbers. */
const numericTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** SQL text to statement name, of the queries that went through `prepared`. */
const statementNames = new Map<string, string>()
const hotNodes = new WeakSet<RootOperationNode>()

const markHot: KyselyPlugin = {
  transformQuery: ({ node }) => {
    hotNodes.add(node)
    return node
  },
  transformResult: async ({ result }) => result,
}

/**
 * Makes a query of a hot path run as a named statement, which PostgreSQL parses and plans once per connection.
 * Its text must be the same each time (no lists of varying length, or statements pile up on the server), and it must
 * name its columns: `select *` breaks in running servers when a migration adds a column.
 */
export function prepared<Q extends { withPlugin(plugin: KyselyPlugin): Q }>(query: Q): Q {
  return query.withPlugin(markHot)
}

/** A hot statement written out: named like those of `prepared`, and not built anew for each run. */
export function preparedText<Row>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  nameStatement(text)
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

function nameStatement(sql: string): void {
  if (/(select |\.)\*/.test(sql)) throw new Error(`a prepared query must name its columns: ${sql}`)
  statementNames.set(sql, `dxx_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`)
}

class Compiler extends PostgresQueryCompiler {
  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>) {
    const compiled = super.compileQuery(...args)
    if (hotNodes.has(args[0]) && !statementNames.has(compiled.sql)) nameStatement(compiled.sql)
    return compiled
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
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

const connectionCodes = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const connectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool/

/** Whether the database could not be reached or went away, as opposed to refusing what was asked. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return (
    connectionCodes.has(code) ||
    /^08/.test(code) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    connectionMessages.test(error.message)
  )
}
