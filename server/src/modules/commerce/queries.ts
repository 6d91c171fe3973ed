import type { PageInput } from '@dxx/contract/paging'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { pageOfQuery } from '../../paging'
import { onSale, ownedBy } from '../catalogue/public'

/** A curriculum as the till sees it: on sale, with what it costs now. */
export function itemByUid(db: Db, userId: number, uid: string, now: number) {
  return db
    .selectFrom('curricula as c')
    .select(['c.id', 'c.title', 'c.price_cents', 'c.discount_percent', 'c.pay_cents'])
    .select(ownedBy({ id: userId }).as('owned'))
    .where('c.uid', '=', uid)
    .where(onSale(now))
    .executeTakeFirst()
}

const selectOrders = (db: Db, userId: number) =>
  db
    .selectFrom('orders as o')
    .leftJoin('payments as p', (join) => join.onRef('p.order_id', '=', 'o.id').on('p.settles', '=', true))
    .select(['o.id', 'o.uid', 'o.no', 'o.status', 'o.curriculum_id', 'o.price_cents', 'o.discount_percent'])
    .select(['o.pay_cents', 'o.created_at', 'o.expires_at', 'o.paid_at', 'p.channel'])
    .where('o.user_id', '=', userId)
    .where('o.deleted_at', 'is', null)

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

/** One's own order; what somebody has put away is not found any more. */
export function ownOrder(db: Db, userId: number, uid: string) {
  return selectOrders(db, userId).where('o.uid', '=', uid).executeTakeFirst()
}

/** The order about a curriculum that can still be paid. */
export function openOrderOf(db: Db, userId: number, curriculumId: number, now: number) {
  return selectOrders(db, userId)
    .where('o.curriculum_id', '=', curriculumId)
    .where('o.status', '=', orderStatus.unpaid)
    .where('o.expires_at', '>', now)
    .executeTakeFirst()
}

const withStatus = (statuses: number[]) => sql<boolean>`(${statuses.length} = 0 or o.status = any (${statuses}))`

export function orderPage(db: Db, userId: number, statuses: number[], paging: PageInput) {
  const order = { key: sql<number>`o.created_at`, uid: sql<string>`o.uid` }
  return pageOfQuery(selectOrders(db, userId).where(withStatus(statuses)), order, paging).execute()
}

export async function countOrders(db: Db, userId: number, statuses: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('orders as o')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('o.user_id', '=', userId)
    .where('o.deleted_at', 'is', null)
    .where(withStatus(statuses))
    .executeTakeFirstOrThrow()
  return count
}

export function eventsOf(db: Db, orderId: number) {
  return db
    .selectFrom('order_events')
    .select(['status', 'at', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** The latest first. */
export function refundsOf(db: Db, orderId: number) {
  return db
    .selectFrom('refunds')
    .select(['kind', 'state', 'cents', 'reason', 'note', 'asked_at', 'done_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
}

export function invoiceOf(db: Db, orderId: number) {
  return db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Where the ledger does not say what the orders say. Empty, or something is wrong. */
export async function ledgerMismatches(db: Db): Promise<{ no: string; held: number; expected: number }[]> {
  const { rows } = await sql<{ no: string; held: number; expected: number }>`
    select o.no, coalesce(m.held, 0)::int as held,
      (case when o.status in (1, 4) then o.pay_cents else 0 end + coalesce(r.returning, 0))::int as expected
    from orders o
    left join (select order_id, sum(cents) as held from money_events group by 1) m on m.order_id = o.id
    left join (
      select order_id, sum(cents) as returning from refunds where kind = 'surplus' and state = 'approved' group by 1
    ) r on r.order_id = o.id
    where coalesce(m.held, 0) <> case when o.status in (1, 4) then o.pay_cents else 0 end + coalesce(r.returning, 0)
    order by o.id`.execute(db)
  return rows
}
