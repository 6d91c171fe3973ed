import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Log } from '../base/log-type'
import { serverRoot } from '../base/paths'
import type { Db } from './connection'
import { inTransaction } from './transaction'

const folder = join(serverRoot, 'src/db/migrations')
/** Arbitrary key of an advisory lock that nothing else in this database uses. */
const lockKey = 7_210_001

/**
 * Applies missing migrations, each file in its own transaction. Servers may do so concurrently: the others wait for a
 * lock and then find the migration applied.
 *
 * Kysely's Migrator is not used: it refuses to start when the database has a migration unknown to the code, which is
 * the normal state of an old server during a rollout. It also runs all files in one transaction.
 */
export async function migrate(db: Db, log: Log): Promise<void> {
  const known = await knownMigrations()
  const applied = await appliedMigrations(db)
  for (const name of newerThanCode(known, applied)) {
    log.warn({ migration: name }, 'the database has a migration that this version does not know')
  }
  for (const name of known) {
    if (!applied.includes(name) && (await applyMigration(db, name))) log.info({ migration: name }, 'migrated')
  }
}

export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ name: string | null }>`select to_regclass('migrations')::text as name`.execute(db)
  if (table.rows[0]?.name == null) return []
  const rows = await db.selectFrom('migrations').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

/** Applies a migration. Returns false if it was already applied. */
export function applyMigration(db: Db, name: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx)
    await sql`create table if not exists migrations (name text primary key)`.execute(tx)
    // Inserted before any table changes, because the insert waits for a running backup, which locks this table.
    const added = await tx
      .insertInto('migrations')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!added) return false
    await sql.raw(await readFile(join(folder, `${name}.sql`), 'utf8')).execute(tx)
    return true
  })
}

/**
 * Returns the applied migrations newer than all known ones. Throws on any other difference, which cannot be repaired.
 */
export function newerThanCode(known: readonly string[], applied: readonly string[]): string[] {
  const newest = known.at(-1) ?? ''
  const unknown = applied.filter((name) => !known.includes(name))
  const missing = unknown.filter((name) => name < newest)
  if (missing.length > 0) {
    throw new Error(`数据库已执行过 ${missing.join('、')}，但当前程序里没有这些迁移文件，请使用包含它们的版本启动`)
  }
  const last = applied.at(-1) ?? ''
  const skipped = known.filter((name) => name < last && !applied.includes(name))
  if (skipped.length > 0) {
    throw new Error(`迁移 ${skipped.join('、')} 排在已执行的 ${last} 之前却没有执行过，请改用更大的编号`)
  }
  return unknown
}
