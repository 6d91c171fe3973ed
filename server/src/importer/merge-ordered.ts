import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { mergeOrder } from './merge-order'
import { upsert } from './upsert'

export type OrderedTable = 'subjects' | 'categories' | 'banners' | 'teachers' | 'schools' | 'help_categories'

export type Row = Record<string, unknown> & { slug: string }

/** Runs deletions; rolls all of them back if another table still refers to a row. Returns whether they succeeded. */
export async function tryRemoving(tx: Db, run: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint removing`.execute(tx)
  try {
    await run()
    await sql`release savepoint removing`.execute(tx)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    await sql`rollback to savepoint removing`.execute(tx)
    return false
  }
}

export async function mergeOrdered(
  tx: Db,
  table: OrderedTable,
  rows: Row[] | undefined,
  remove: boolean,
  /** Slugs that are not removed. */
  preserved: readonly string[] = [],
  removeOne = (slug: string): Promise<unknown> => tx.deleteFrom(table).where('slug', '=', slug).execute(),
): Promise<void> {
  if (!rows) return
  const named = new Set(rows.map(({ slug }) => slug))
  const stored = await tx.selectFrom(table).select('slug').orderBy('position').orderBy('id').execute()
  const present: string[] = []
  for (const { slug } of stored)
    if (named.has(slug) || !remove || preserved.includes(slug) || !(await tryRemoving(tx, () => removeOne(slug))))
      present.push(slug)
  const order = mergeOrder(present, [...named])
  const positions = new Map(order.map((slug, position) => [slug, position]))
  await upsert(
    tx,
    table,
    ['slug'],
    rows.map((row) => ({ ...row, position: positions.get(row.slug)! })),
  )
  for (const slug of present)
    if (!named.has(slug))
      await tx
        .updateTable(table)
        .set({ position: positions.get(slug)! })
        .where('slug', '=', slug)
        .where('position', '<>', positions.get(slug)!)
        .execute()
}
