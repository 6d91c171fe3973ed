import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'

interface OwnedTable {
  table: string
  /** SQL condition for the rows of a user; `$user` is replaced by the user's id. */
  where: string
  hasUid: boolean
}

/** Columns excluded from the comparison, because using the product updates them without changing the user's data. */
const shared: Record<string, string[]> = { sessions: ['last_seen_at', 'expires_at'] }

/**
 * Lists every table with rows of a user, by foreign keys: tables that reference a user, and tables that reference
 * these. New tables are found automatically.
 */
export async function ownedTables(db: Db): Promise<OwnedTable[]> {
  const { rows: keys } = await sql<{ child: string; column: string; parent: string; target: string }>`
    select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent, b.attname as target
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' order by 1, 2`.execute(db)
  const { rows: withUid } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'uid'`.execute(
    db,
  )
  const found = new Map<string, string>([['users', 'id = $user']])
  // `to_user_id` is the addressee of a reply, who does not own the reply.
  const owning = keys.filter(({ column }) => column !== 'to_user_id')
  for (const { child, column, parent } of owning)
    if (parent === 'users' && !found.has(child)) found.set(child, `${column} = $user`)
  for (let grown = true; grown; ) {
    grown = false
    for (const { child, column, parent, target } of owning) {
      const above = found.get(parent)
      if (!above || found.has(child)) continue
      found.set(child, `${column} in (select ${target} from ${parent} where ${above})`)
      grown = true
    }
  }
  return [...found].map(([table, where]) => ({ table, where, hasUid: withUid.some(({ name }) => name === table) }))
}

const ofUser = (where: string, userId: number) => where.replaceAll('$user', String(userId))

/** Hashes all rows of a user, per table. */
export async function hashOwnedRows(db: Db, list: OwnedTable[], userId: number): Promise<Map<string, string>> {
  const parts = list.map(({ table, where }) => {
    const row = (shared[table] ?? []).reduce((json, column) => `${json} - '${column}'`, 'to_jsonb(t)')
    return `select '${table}' as name, md5(coalesce(string_agg((${row})::text, e'\\n' order by (${row})::text), '')) as print
      from ${table} t where ${ofUser(where, userId)}`
  })
  const { rows } = await sql<{ name: string; print: string }>`${sql.raw(parts.join(' union all '))}`.execute(db)
  return new Map(rows.map(({ name, print }) => [name, print]))
}

/** Returns the public ids of a user's rows, each with its table. */
export async function listOwnedUids(
  db: Db,
  list: OwnedTable[],
  userId: number,
): Promise<{ table: string; uid: string }[]> {
  const parts = list
    .filter(({ hasUid }) => hasUid)
    .map(
      ({ table, where }) =>
        `select '${table}' as "table", uid::text as uid from ${table} where ${ofUser(where, userId)}`,
    )
  const { rows } = await sql<{ table: string; uid: string }>`${sql.raw(parts.join(' union all '))}`.execute(db)
  return rows
}

/** Counts the rows of a user per table. */
export async function countOwnedRows(db: Db, list: OwnedTable[], userId: number): Promise<string[]> {
  const parts = list.map(
    ({ table, where }) => `select '${table} ' || count(*) as text from ${table} where ${ofUser(where, userId)}`,
  )
  const { rows } = await sql<{ text: string }>`${sql.raw(parts.join(' union all '))}`.execute(db)
  return rows.map(({ text }) => text)
}
