import type { PageInput } from '@dxx/contract/paging'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import { pageOfQuery } from '../../base/paging'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { preparedQuery } from '../../db/prepared'
import { onSale, ownedBy } from '../catalogue/public'

const selectItem = preparedQuery((db, userId: number, uid: string, now: number) =>
  db
    .selectFrom('curricula as c')
    .select(['c.id', 'c.title', 'c.price_cents', 'c.discount_percent', 'c.pay_cents', 'c.sale_ends_at'])
    .select(ownedBy({ id: userId }).as('owned'))
    .where('c.uid', '=', uid)
    .where(onSale(now)),
)

/** Selects a published curriculum with its current price. */
export async function itemByUid(db: Db, userId: number, uid: string, now: number) {
  const [item] = await selectItem(db, userId, uid, now)
  return item
}

const selectOrders = (db: Db, userId: number) =>
  db
    .selectFrom('orders as o')
    .leftJoin('payments as p', (join) => join.onRef('p.order_id', '=', 'o.id').on('p.settles', '=', true))
    .leftJoin('discounts as d', 'd.id', 'o.discount_id')
    .select(['o.id', 'o.uid', 'o.no', 'o.status', 'o.curriculum_id', 'o.price_cents', 'o.discount_percent'])
    .select(['o.pay_cents', 'o.created_at', 'o.expires_at', 'o.paid_at', 'p.channel'])
    .select(['d.uid as discount_uid', 'd.title as discount_title', 'o.off_cents'])
    .where('o.user_id', '=', userId)
    .where('o.deleted_at', 'is', null)

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

const selectOwn = preparedQuery((db, userId: number, uid: string) => selectOrders(db, userId).where('o.uid', '=', uid))

/** Returns the user's own order; deleted ones are not found. */
export async function ownOrder(db: Db, userId: number, uid: string): Promise<OrderRow | undefined> {
  const [order] = await selectOwn(db, userId, uid)
  return order
}

/** Returns the order for a curriculum that can still be paid. */
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
  return countRows(
    db
      .selectFrom('orders as o')
      .where('o.user_id', '=', userId)
      .where('o.deleted_at', 'is', null)
      .where(withStatus(statuses)),
  )
}

export function eventsOf(db: Db, orderId: number) {
  return db
    .selectFrom('order_events')
    .select(['status', 'at', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** Selects the refunds that the buyer may see, newest first. Refunds started by staff are hidden until approved. */
export function refundsOf(db: Db, orderId: number) {
  return db
    .selectFrom('refunds')
    .select(['kind', 'part', 'state', 'cents', 'reason', 'note', 'asked_at', 'done_at'])
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('asked_by', 'is', null), eb('state', 'in', ['approved', 'done'])]))
    .orderBy('id', 'desc')
    .execute()
}

export function invoiceOf(db: Db, orderId: number) {
  return db
    .selectFrom('invoices as i')
    .leftJoin('uploads as f', 'f.id', 'i.file_id')
    .leftJoin('media as m', 'm.id', 'f.media_id')
    .selectAll('i')
    .select('m.key as file_key')
    .where('i.order_id', '=', orderId)
    .executeTakeFirst()
}

/** Returns the orders whose ledger sum differs from the expected amount. The result must be empty. */
export async function ledgerMismatches(db: Db): Promise<{ no: string; held: number; expected: number }[]> {
  const { rows } = await sql<{ no: string; held: number; expected: number }>`
    select o.no, coalesce(m.held, 0)::int as held,
      (case when o.status in (1, 4) then o.pay_cents - coalesce(r.parts, 0) else 0 end + coalesce(r.returning, 0))::int
        as expected
    from orders o
    left join (select order_id, sum(cents) as held from money_events group by 1) m on m.order_id = o.id
    left join (
      select r.order_id, sum(cents) filter (
          where state = 'approved' and (kind = 'surplus' or part and o.status = 5)) as returning,
        sum(cents) filter (where part and state = 'done') as parts
      from refunds r join orders o on o.id = r.order_id group by 1
    ) r on r.order_id = o.id
    where coalesce(m.held, 0) <>
      case when o.status in (1, 4) then o.pay_cents - coalesce(r.parts, 0) else 0 end + coalesce(r.returning, 0)
    order by o.id`.execute(db)
  return rows
}
