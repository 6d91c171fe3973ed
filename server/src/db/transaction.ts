import { type Db, inTurn } from './connection'

/** Serialization failure and deadlock: PostgreSQL took one side back, and running it again succeeds. */
const retryable = new Set(['40001', '40P01'])
const maxRetries = 3

/**
 * Runs in a transaction, or inside the one that `db` already is. `run` may run again after it was rolled back, so it
 * must touch nothing but the database.
 */
export async function inTransaction<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db)
  for (let retries = 0; ; retries++) {
    try {
      return await inTurn(db, () => db.transaction().execute(run))
    } catch (error) {
      if (retries === maxRetries || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
