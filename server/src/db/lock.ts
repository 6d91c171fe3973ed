import { sql } from 'kysely'
import type { Db } from './connection'

/** Waits until nobody else holds this name, and holds it until the transaction ends. For what no row stands for yet. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
