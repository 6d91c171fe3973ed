import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '../../../server/src/db/connection'
import { migrate } from '../../../server/src/db/migrate'
import { openDatabase } from '../../../server/src/db/open'

export interface BenchDatabase {
  db: Db
  url: string
}

/** Creates a fresh, durable database: benchmarks must not touch existing data, nor skip durability costs. */
export async function withBenchDatabase<T>(
  work: (database: BenchDatabase) => Promise<T>,
  { hasStatistics = false } = {},
): Promise<T> {
  const log = pino({ level: 'silent' })
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-'))
  const open = () => openDatabase({ databaseUrl: undefined, dataDir: folder, databasePool: 10 }, log)
  let database = await open()
  try {
    if (hasStatistics) {
      // Takes effect after a restart.
      await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`.execute(database.db)
      await database.close()
      database = await open()
    }
    await migrate(database.db, log)
    return await work(database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
