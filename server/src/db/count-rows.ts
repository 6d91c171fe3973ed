import { type SelectQueryBuilder, sql } from 'kysely'

/** Counts the rows of an ungrouped query, whatever it selects. */
export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`count(*)`.as('count'))
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number }
  return count
}
