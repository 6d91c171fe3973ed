import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { tablesInOrder } from './backup'
import {
  DamagedBackup,
  endLine,
  formatName,
  formatVersion,
  type Header,
  Reader,
  type TableEnd,
  type TableStart,
} from './backup-format'
import type { Db } from './connection'
import { applyMigration, knownMigrations } from './migrate'

export interface Restored {
  createdAt: number
  rows: number
}

/**
 * Loads a backup in one transaction, into a database without tables or, with `replace`, in place of all its tables. The
 * tables stay at the backup's version; the next start of the server migrates them.
 */
export async function restore(pool: pg.Pool, file: string, { replace }: { replace: boolean }): Promise<Restored> {
  const client = await pool.connect()
  const source = createReadStream(file)
  const unzipped = createGunzip()
  // `pipe` does not forward errors; an unreadable file must end the reader.
  source.on('error', (error) => unzipped.destroy(error))
  const reader = new Reader(source.pipe(unzipped))
  try {
    const header = await readHeader(reader, source)
    const rows = await inTransactionOf(client, async (tx) => {
      await makeRoom(client, replace)
      for (const name of header.migrations) await applyMigration(tx, name)
      return loadTables(client, reader)
    })
    return { createdAt: header.createdAt, rows }
  } finally {
    source.destroy()
    unzipped.destroy()
    client.release()
  }
}

async function readHeader(reader: Reader, source: Readable): Promise<Header> {
  const header = await reader.json<Header | null>().catch(() => null)
  if (source.errored) throw new Error(`无法读取备份文件：${source.errored.message}`)
  if (header?.format !== formatName) throw new Error('这不是多享学的备份文件，请检查文件名')
  const known = await knownMigrations()
  const unknown = header.migrations.filter((name) => !known.includes(name))
  if (header.version > formatVersion || unknown.length > 0) {
    throw new Error('这份备份来自更新的版本，请先升级程序再恢复')
  }
  return header
}

/** Runs Kysely on this connection, so that migrations and COPY share one transaction. */
function inTransactionOf<T>(client: pg.PoolClient, run: (tx: Db) => Promise<T>): Promise<T> {
  const only = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient
  const dialect = new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } })
  const db: Db = new Kysely({ dialect })
  return db.transaction().execute(run)
}

async function makeRoom(client: pg.PoolClient, replace: boolean): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
  )
  if (rows.length === 0) return
  if (!replace) throw new Error('数据库里已有数据。确定要用备份替换全部数据时，请加上 --replace')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

async function loadTables(client: pg.PoolClient, reader: Reader): Promise<number> {
  const tables = await tablesInOrder(client)
  const names = tables.map(({ table }) => pg.escapeIdentifier(table))
  // Prevents the triggers of the dashboard's numbers from counting the rows again: the backup contains the numbers.
  await client.query("set local dxx.restoring = 'on'")
  // Removes rows that migrations may have inserted.
  await client.query(`truncate ${names.join(', ')} restart identity`)
  let total = 0
  for (const { table } of tables) {
    total += await loadTable(client, reader, table)
    await setSequences(client, pg.escapeIdentifier(table))
  }
  if ((await reader.line()) !== endLine) throw new DamagedBackup()
  return total
}

async function loadTable(client: pg.PoolClient, reader: Reader, expected: string): Promise<number> {
  const { table, columns } = await reader.json<TableStart>()
  if (table !== expected) throw new Error(`备份里的表 ${table} 与程序的表结构不符，数据库没有改动`)
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of reader.pieces()) {
      hash.update(piece)
      yield piece
    }
  }
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${list}) from stdin`))
  await pipeline(Readable.from(hashed()), copy)
  const { rows, sha256 } = await reader.json<TableEnd>()
  if (rows !== copy.rowCount || sha256 !== hash.digest('hex')) throw new DamagedBackup()
  return rows
}

/** Sets the sequences of a table so that new rows continue after the highest id. */
async function setSequences(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select attname as column, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and pg_get_serial_sequence($1, attname) is not null`,
    [table],
  )
  for (const { column, sequence } of rows) {
    const highest = `max(${pg.escapeIdentifier(column)})`
    await client.query(`select setval($1, ${highest}) from ${table} having ${highest} is not null`, [sequence])
  }
}
