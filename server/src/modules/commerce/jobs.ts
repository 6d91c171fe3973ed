import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import type { PaymentChannels } from '../../adapters/payment/payment'
import { inTransaction } from '../../db/transaction'
import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { lockOrder } from './change-status'
import { closeExpired } from './orders'
import type { PaymentContext } from './payment-context'
import { checkOrder, checkRefund, reconcileDue } from './reconcile'

/** Closes orders that were not paid in time, after a last query to the payment service. */
export async function expireOrders(shop: PaymentContext): Promise<void> {
  const { db, clock } = shop
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', orderStatus.unpaid)
    .where('expires_at', '<=', clock.now())
    .orderBy('expires_at')
    .limit(200)
    .execute()
  for (const { id } of rows) await expireOrder(shop, id)
}

export async function expireOrder(shop: PaymentContext, orderId: number): Promise<void> {
  // Queries the service in any case, because a recent query may be older than the payment or still be running.
  await checkOrder(shop, orderId, 0)
  await inTransaction(shop.db, async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    if (status === orderStatus.unpaid) await closeExpired(tx, orderId, shop.clock.now())
  })
}

/** Background jobs of this module, by kind. */
export function commerceJobs(payments: PaymentChannels) {
  const expire: JobHandler<unknown> = (ctx) => expireOrders({ ...ctx, payments })
  const check: JobHandler<unknown> = (ctx) => reconcileDue({ ...ctx, payments })
  const send: JobHandler<{ refundId: number }> = (ctx, { refundId }) => checkRefund({ ...ctx, payments }, refundId)
  return { expire_orders: expire, check_payments: check, send_refund: send }
}

export const commerceJobsWork = {
  expire_orders: (now: number) => sql<boolean>`exists (
    select from orders where status = ${sql.lit(orderStatus.unpaid)} and expires_at <= ${now}::bigint)`,
  check_payments: (now: number) => sql<boolean>`(exists (select from payments where check_at <= ${now}::bigint)
    or exists (select from refunds where check_at <= ${now}::bigint))`,
} satisfies WorkConditions

export const commerceJobsEvery = { expire_orders: 15, check_payments: 15 }
