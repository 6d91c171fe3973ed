import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './connection'

/** A page of a staff list: the rows after the one with key `after`. */
export interface ListPage {
  after?: string
  limit: number
}

/**
 * Reads a page of a list. The query selects `place`, an array of numbers by which rows are sorted (negative for newest
 * first), and the column named by `key`; staff enter a row's key to continue after that row.
 */
export async function readListPage<DB, TB extends keyof DB, O extends { place: number[] }>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  key: keyof O & string,
  { after, limit }: ListPage,
): Promise<O[]> {
  const { rows } = await sql<O>`
    with listed as (${query})
    select * from listed
    where ${after ?? null}::text is null
      or place > (select place from listed where ${sql.ref(key)}::text = ${after ?? null})
    order by place limit ${limit}`.execute(db)
  return rows
}
