import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface StoredFact<T> {
  at: number
  value: T
}

/** Newest stored value of a periodic measurement. */
export async function siteFact<T>(db: Db, key: string): Promise<StoredFact<T> | null> {
  const row = await db.selectFrom('site_facts').select(['value', 'at']).where('key', '=', key).executeTakeFirst()
  return row ? { at: row.at, value: row.value as T } : null
}

export async function saveFact(db: Db, key: string, value: object, at: number): Promise<void> {
  await sql`
    insert into site_facts (key, value, at) values (${key}, ${JSON.stringify(value)}::jsonb, ${at}::bigint)
    on conflict (key) do update set value = excluded.value, at = excluded.at
    where site_facts.at <= excluded.at`.execute(db)
}
