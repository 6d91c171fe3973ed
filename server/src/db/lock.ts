import { sql } from 'kysely'
import type { Db } from './connection'

/** Locks a name until the transaction ends, where there is no row to lock yet. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
