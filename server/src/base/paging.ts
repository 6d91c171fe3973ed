import type { Page, PageInput } from '@dxx/contract/paging'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { fail } from './refusal'

/** Sorts a list by a whole number, then by uid, in the same direction. Number and uid together identify a position. */
export interface Order {
  key: RawBuilder<number>
  uid: RawBuilder<string>
  direction?: 'asc' | 'desc'
}

interface Placed {
  pageKey: number
  pageUid: string
}

const cursorPattern = /^(-?\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Selects one page and one more row, which shows whether there is another page. Continues after `lastItem` if given, so
 * that rows added or removed in the meantime cause no repeated or skipped row.
 */
export function pageOfQuery<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { key, uid, direction = 'desc' }: Order,
  { pageNo, pageSize, lastItem }: PageInput,
): SelectQueryBuilder<DB, TB, O & Placed> {
  const ordered = query
    .select([key.as('pageKey'), uid.as('pageUid')])
    .orderBy(key, direction)
    .orderBy(uid, direction)
    .limit(pageSize + 1) as unknown as SelectQueryBuilder<DB, TB, O & Placed>
  if (lastItem === undefined) return ordered.offset((pageNo - 1) * pageSize)
  const [, afterKey, afterUid] = cursorPattern.exec(lastItem) ?? fail('invalid-input')
  const than = sql.raw(direction === 'desc' ? '<' : '>')
  return ordered.where(sql<boolean>`(${key}, ${uid}) ${than} (${afterKey}::bigint, ${afterUid}::uuid)`)
}

export function pageOfRows<Row extends Placed, T>(
  rows: Row[],
  total: number,
  { pageNo, pageSize }: PageInput,
  shape: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    list: shown.map(shape),
    total,
    pageNo,
    pageSize,
    hasMore: rows.length > pageSize,
    lastItem: last ? `${last.pageKey}.${last.pageUid}` : null,
  }
}
