import type { commerce, Invoice, Order } from '@dxx/contract/calls/commerce'
import { formatAmount } from '@dxx/contract/rules/amount'
import { canDeleteOrder, orderLifeSeconds, orderStatus } from '@dxx/contract/rules/order-state'
import { pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { grantEntitlement } from '../access/public'
import { type Card, cardsById } from '../catalogue/public'
import { addEvent, changeStatus, lockOrder } from './change-status'
import { offersFor, takeDiscount } from './discounts'
import { invoiceShape } from './invoices'
import {
  countOrders,
  eventsOf,
  invoiceOf,
  itemByUid,
  type OrderRow,
  openOrderOf,
  orderPage,
  ownOrder,
  refundsOf,
} from './queries'
import { checkOrder } from './reconcile'
import { askRefund, usedPercent } from './refunds'
import { newNumber, refundIsAtOnce } from './rules'
import { scheduleClosing } from './settle'

function orderShape(row: OrderRow, cards: Map<number, Card>): Order {
  return {
    id: row.uid,
    no: row.no,
    status: row.status,
    curriculum: cards.get(row.curriculum_id)!,
    amount: formatAmount(row.price_cents, row.discount_percent),
    payCents: row.pay_cents,
    discount:
      row.discount_uid === null ? null : { id: row.discount_uid, title: row.discount_title!, offCents: row.off_cents },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    channel: row.channel,
  }
}

async function ownLocked(tx: Db, userId: number, uid: string) {
  const { id } = (await ownOrder(tx, userId, uid)) ?? fail('order-not-found')
  return lockOrder(tx, id)
}

interface Wanted {
  curriculumId: string
  /** Null: no coupon; undefined: that of the unpaid order. */
  discountId?: string | null
}

/**
 * Returns the user's unpaid order for an item, creating it if needed. A unique index allows one per user and item. If
 * the user chooses another coupon, the order is cancelled and a new one created, because a payment of the previous
 * amount may have been started.
 */
async function openOrder(tx: Db, { user, clock }: Ctx<'mobile'>, wanted: Wanted): Promise<string> {
  const { curriculumId: curriculumUid, discountId: discountUid } = wanted
  const now = clock.now()
  for (;;) {
    const item = (await itemByUid(tx, user.id, curriculumUid, now)) ?? fail('curriculum-not-found')
    if (item.owned) fail('already-owned')
    if (item.pay_cents === 0) fail('item-free')
    const { id: curriculumId, owned: _owned, sale_ends_at: _end, ...price } = item
    const taken = discountUid ? await takeDiscount(tx, user, discountUid, item, now) : null
    const inserted = await tx
      .insertInto('orders')
      .values({
        no: newNumber(now),
        user_id: user.id,
        curriculum_id: curriculumId,
        ...price,
        ...(taken && { ...taken, pay_cents: price.pay_cents - taken.off_cents }),
        created_at: now,
        expires_at: now + orderLifeSeconds,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'curriculum_id']).where('status', '=', 0).doNothing())
      .returning(['id', 'uid'])
      .executeTakeFirst()
    if (inserted) {
      await addEvent(tx, inserted.id, orderStatus.unpaid, { by: 'owner', now })
      return inserted.uid
    }
    const open = await tx
      .selectFrom('orders')
      .select(['id', 'uid', 'expires_at', 'discount_id'])
      .where('user_id', '=', user.id)
      .where('curriculum_id', '=', curriculumId)
      .where('status', '=', orderStatus.unpaid)
      .forUpdate()
      .executeTakeFirst()
    const isKept = discountUid === undefined || open?.discount_id === (taken?.discount_id ?? null)
    if (open && open.expires_at > now && isKept) return open.uid
    // If the unpaid order has ended in the meantime or is overdue, the next round creates a new one.
    if (open && open.expires_at > now) await cancel(tx, open.id, '你换了优惠券，已重新下单', now)
    else if (open) await closeExpired(tx, open.id, now)
  }
}

export async function closeExpired(tx: Db, orderId: number, now: number): Promise<void> {
  await changeStatus(tx, orderId, orderStatus.closed, { by: 'time', note: '超时未付款', now })
  await scheduleClosing(tx, orderId, now)
}

async function cancel(tx: Db, orderId: number, note: string, now: number): Promise<void> {
  await changeStatus(tx, orderId, orderStatus.cancelled, { by: 'owner', note, now })
  await scheduleClosing(tx, orderId, now)
}

/** Cancels unpaid orders for items the user obtained in another way. */
export async function dropUnpaid(tx: Db, userId: number, curriculumIds: number[], note: string, now: number) {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('curriculum_id', 'in', curriculumIds)
    .where('status', '=', orderStatus.unpaid)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of rows) await cancel(tx, id, note, now)
}

async function stateOf(db: Db, userId: number, uid: string, now: number) {
  const { status, expires_at } = (await ownOrder(db, userId, uid)) ?? fail('order-not-found')
  return { id: uid, status, expiresAt: expires_at, now }
}

async function setStatus({ db, user, clock }: Ctx<'user'>, id: string, status: number, reason: string) {
  const now = clock.now()
  const order = await ownLocked(db, user.id, id)
  if (status === orderStatus.cancelled) await cancel(db, order.id, '你取消了订单', now)
  else if (status === orderStatus.refunding) await askRefund(db, order, reason, now)
  else fail('order-status-refused')
  return stateOf(db, user.id, id, now)
}

async function infoOf({ db, config, user, clock }: Ctx<'user'>, id: string) {
  const now = clock.now()
  const row = (await ownOrder(db, user.id, id)) ?? fail('order-not-found')
  const cards = await cardsById(db, user, [row.curriculum_id])
  const refunds = await refundsOf(db, row.id)
  const refund = refunds.find(({ kind, part }) => kind === 'order' && !part)
  const studied = await usedPercent(db, user.id, row.curriculum_id)
  const atOnce = row.paid_at !== null && refundIsAtOnce({ paidAt: row.paid_at, studiedPercent: studied, now })
  const invoice = await invoiceOf(db, row.id)
  return {
    ...orderShape(row, cards),
    now,
    timeline: await eventsOf(db, row.id),
    refundOffer:
      row.status !== orderStatus.done ? ('none' as const) : atOnce ? ('at-once' as const) : ('review' as const),
    studiedPercent: studied,
    refund: refund
      ? {
          state: refund.state,
          cents: refund.cents,
          reason: refund.reason,
          // Messages of payment services are for staff only.
          note: refund.state === 'declined' ? refund.note : '',
          askedAt: refund.asked_at,
          doneAt: refund.done_at,
        }
      : null,
    partRefunds: refunds
      .filter(({ part }) => part)
      .map(({ cents, asked_at, done_at }) => ({ cents, at: asked_at, done: done_at !== null })),
    returned: refunds
      .filter(({ kind }) => kind === 'surplus')
      .map(({ cents, asked_at, done_at }) => ({ cents, at: asked_at, done: done_at !== null })),
    invoice: invoice ? (invoiceShape(invoice, { config, user, now }) satisfies Invoice) : null,
    mayInvoice: row.status === orderStatus.done,
    mayDelete: canDeleteOrder(row.status),
  }
}

type OrderCalls =
  | 'GET /v1/order_confirm'
  | 'POST /v1/order_create'
  | 'POST /v1/order_cancel'
  | 'POST /v1/order_refund'
  | 'POST /v1/free_receive'
  | 'GET /v130/order_info'
  | 'GET /v1/order_list'
  | 'POST /v1/order_delete'
  | 'GET /v1/get_order_status'
  | 'POST /v1/set_order_status'

export const orderHandlers: Pick<Handlers<typeof commerce>, OrderCalls> = {
  'GET /v1/order_confirm': async ({ db, user, clock }, { curriculumId }) => {
    const now = clock.now()
    const item = (await itemByUid(db, user.id, curriculumId, now)) ?? fail('curriculum-not-found')
    const cards = await cardsById(db, user, [item.id])
    const row = await openOrderOf(db, user.id, item.id, now)
    return {
      item: cards.get(item.id)!,
      order: row ? orderShape(row, cards) : null,
      discounts: item.owned || item.pay_cents === 0 ? [] : await offersFor(db, user, item, now),
      saleEndsAt: item.sale_ends_at,
      now,
    }
  },
  'POST /v1/order_create': async (ctx, wanted) => {
    const uid = await openOrder(ctx.db, ctx, wanted)
    const row = (await ownOrder(ctx.db, ctx.user.id, uid))!
    return orderShape(row, await cardsById(ctx.db, ctx.user, [row.curriculum_id]))
  },
  'POST /v1/order_cancel': (ctx, { id }) => setStatus(ctx, id, orderStatus.cancelled, ''),
  'POST /v1/order_refund': (ctx, { id, reason }) => setStatus(ctx, id, orderStatus.refunding, reason),
  'POST /v1/set_order_status': (ctx, { id, status, reason }) => setStatus(ctx, id, status, reason),
  'POST /v1/free_receive': async ({ db, user, clock }, { curriculumId }) => {
    const now = clock.now()
    const item = (await itemByUid(db, user.id, curriculumId, now)) ?? fail('curriculum-not-found')
    if (item.pay_cents > 0) fail('item-not-free')
    await dropUnpaid(db, user.id, [item.id], '这项内容现在免费，已为你领取', now)
    await grantEntitlement(db, { userId: user.id, curriculumId: item.id, source: 'free', now })
    return {}
  },
  'GET /v130/order_info': (ctx, { id }) => infoOf(ctx, id),
  'GET /v1/order_list': async ({ db, user }, { status = [], ...paging }) => {
    const [rows, total] = await Promise.all([orderPage(db, user.id, status, paging), countOrders(db, user.id, status)])
    const cards = await cardsById(
      db,
      user,
      rows.map(({ curriculum_id }) => curriculum_id),
    )
    return pageOfRows(rows, total, paging, (row) => orderShape(row, cards))
  },
  'POST /v1/order_delete': async ({ db, user, clock }, { id }) => {
    const order = await ownLocked(db, user.id, id)
    if (!canDeleteOrder(order.status)) fail('order-status-refused', { msg: '待付款和退款中的订单不能删除' })
    await db.updateTable('orders').set({ deleted_at: clock.now() }).where('id', '=', order.id).execute()
    return {}
  },
  'GET /v1/get_order_status': async (ctx, { id }) => {
    const { db, user, clock } = ctx
    const order = (await ownOrder(db, user.id, id)) ?? fail('order-not-found')
    // Queries the payment service, because the notification of a payment may be lost.
    if (order.status === orderStatus.unpaid) await checkOrder(ctx, order.id)
    return stateOf(db, user.id, id, clock.now())
  },
}
