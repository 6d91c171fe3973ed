import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connection'

interface Reference {
  /** Table and column that refer. */
  table: string
  column: string
  /** Table and column referred to. */
  to: string
  key: string
}

type Row = Record<string, unknown>

/** Returns all foreign keys of one column. */
async function referencesIn(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to, k.attname as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`.execute(db)
  return rows
}

/** Returns the columns of a table that can be written. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Copies rows that were deleted here from another database, such as one restored to an earlier time: the rows found by
 * `where`, and all rows that refer to them, directly or through others. Rows that still exist stay unchanged, except
 * for a reference that the deletion has set to null. Returns the number of rows changed per table.
 */
export async function bringBack(
  from: Db,
  tx: Db,
  { table, where }: { table: string; where: RawBuilder<unknown> },
): Promise<Map<string, number>> {
  const references = await referencesIn(tx)
  const counts = new Map<string, number>()
  const seen = new Set<string>()

  async function copy(name: string, condition: RawBuilder<unknown>, reference: Reference | null): Promise<void> {
    const columns = await columnsOf(tx, name)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<{ id: string; row: Row }>`
      select to_jsonb(t)::text as id, to_jsonb(t) as row from ${sql.table(name)} t where ${condition}`.execute(from)
    const fresh = rows.filter(({ id }) => !seen.has(`${name} ${id}`))
    for (const { id } of fresh) seen.add(`${name} ${id}`)
    if (fresh.length === 0) return
    const json = JSON.stringify(fresh.map(({ row }) => row))
    const { rows: inserted } = await sql`
      insert into ${sql.table(name)} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${sql.table(name)}, ${json}::jsonb)
      on conflict do nothing returning 1`.execute(tx)
    const joined = reference ? await joinAgain(name, columns, reference, json) : 0
    if (inserted.length + joined > 0) counts.set(name, (counts.get(name) ?? 0) + inserted.length + joined)
    for (const next of references.filter(({ to }) => to === name)) {
      const keys = fresh.map(({ row }) => row[next.key])
      await copy(
        next.table,
        sql`to_jsonb(${sql.ref(`t.${next.column}`)}) in (select jsonb_array_elements(${JSON.stringify(keys)}::jsonb))`,
        next,
      )
    }
  }

  /** Sets a reference again that a deletion has set to null. */
  async function joinAgain(name: string, columns: string[], { column }: Reference, json: string): Promise<number> {
    if (!columns.includes('id')) return 0
    const { rows } = await sql`
      update ${sql.table(name)} t set ${sql.ref(column)} = o.${sql.ref(column)}
      from jsonb_populate_recordset(null::${sql.table(name)}, ${json}::jsonb) o
      where t.id = o.id and ${sql.ref(`t.${column}`)} is null returning 1`.execute(tx)
    return rows.length
  }

  await copy(table, where, null)
  return counts
}
