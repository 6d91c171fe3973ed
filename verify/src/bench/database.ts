import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Db } from '../../../server/src/db/connection'
import { migrate } from '../../../server/src/db/migrate'
import { openDatabase } from '../../../server/src/db/open'

export interface BenchDatabase {
  db: Db
  url: string
}

/** Creates a fresh, durable database: benchmarks must not touch existing data, nor skip durability costs. */
export async function withBenchDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' })
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, databasePool: 10 }, log)
  try {
    await migrate(database.db, log)
    return await work(database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
