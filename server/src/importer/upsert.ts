import { sql } from 'kysely'
import type { Db } from '../db/connection'
import type { Schema } from '../db/schema/schema'

/** Rows per statement: PostgreSQL accepts at most 65535 parameters in one statement. */
const batch = 500

/**
 * Inserts rows or updates rows with the same key. Does not touch equal rows, so that importing the same content again
 * writes nothing. Returns whether anything was written.
 */
export async function upsert(
  db: Db,
  table: keyof Schema,
  key: string[],
  rows: Record<string, unknown>[],
): Promise<boolean> {
  let changed = false
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch)
    const columns = Object.keys(some[0]!)
    const changing = columns.filter((column) => !key.includes(column))
    const list = (names: string[], prefix: string) => sql.join(names.map((name) => sql.ref(`${prefix}.${name}`)))
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(some.map((row) => sql`(${sql.join(columns.map((column) => written(row[column])))})`))}
      on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do ${
        changing.length === 0
          ? sql`nothing`
          : sql`update set ${sql.join(changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
                where (${list(changing, table)}) is distinct from (${list(changing, 'excluded')})`
      }`.execute(db)
    changed ||= (numAffectedRows ?? 0n) > 0n
  }
  return changed
}

/** Search grams of a text; written with `array_to_tsvector`. */
export class Grams {
  constructor(readonly list: string[]) {}
}

function written(value: unknown) {
  return value instanceof Grams ? sql`array_to_tsvector(${value.list}::text[])` : sql`${value}`
}
