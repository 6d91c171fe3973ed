import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { endLine, formatName, formatVersion, type Header, type TableEnd, type TableStart } from './backup-format'

const newline = 10

/** Writes a consistent snapshot to `file`, which appears only when complete. */
export async function backup(pool: pg.Pool, file: string): Promise<void> {
  const partial = `${file}.partial-${process.pid}`
  try {
    // Only the owner may read the file, because it contains personal data. It is flushed before it gets its final name.
    const out = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(Readable.from(dump(pool)), createGzip(), out)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

export async function* dump(pool: pg.Pool): AsyncGenerator<string | Buffer> {
  const client = await pool.connect()
  let complete = false
  try {
    await client.query('begin isolation level repeatable read')
    // Locked before the first select, which fixes the snapshot, so that no migration changes tables after the snapshot.
    await client.query('lock table migrations in share mode')
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
    const migrations = rows.map(({ name }) => name)
    const createdAt = Math.floor(Date.now() / 1000)
    yield line({ format: formatName, version: formatVersion, createdAt, migrations } satisfies Header)
    for (const table of await tablesInOrder(client)) yield* dumpTable(client, table)
    yield `${endLine}\n`
    await client.query('commit')
    complete = true
  } finally {
    // A connection that was interrupted while copying a table cannot be reused.
    client.release(!complete)
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`

async function* dumpTable(client: pg.PoolClient, { table, columns }: TableStart): AsyncGenerator<string | Buffer> {
  yield line({ table, columns })
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const hash = createHash('sha256')
  let rows = 0
  for await (const chunk of client.query(copyTo(`copy ${pg.escapeIdentifier(table)} (${list}) to stdout`))) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    // COPY text has one row per line; line breaks inside values are escaped.
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) rows++
    yield `${bytes.length}\n`
    yield bytes
  }
  yield '0\n'
  yield line({ rows, sha256: hash.digest('hex') } satisfies TableEnd)
}

/** Returns all tables except `migrations` and those of extensions, each after the tables it refers to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart & { needs: string[] }>(`
    select t.relname as table,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as needs
    from pg_class t
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname <> 'migrations'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e')
    order by t.relname`)
  const ordered: TableStart[] = []
  const waiting = new Map(rows.map((row) => [row.table, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { table, columns } of ready) {
      ordered.push({ table, columns })
      waiting.delete(table)
    }
  }
  return ordered
}
