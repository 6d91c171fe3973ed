import { type Db, withTransactionSlot } from './connection'

/** Codes of serialization failure and deadlock: PostgreSQL rolled back one transaction, which can be run again. */
const retryable = new Set(['40001', '40P01'])
const maxRetries = 3

/**
 * Calls `run` in a new transaction, or in `db` if `db` already is one. `run` may be repeated after a rollback, so it
 * must have no side effects outside the database.
 */
export async function inTransaction<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db)
  for (let retries = 0; ; retries++) {
    try {
      return await withTransactionSlot(db, () => db.transaction().execute(run))
    } catch (error) {
      if (retries === maxRetries || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
