import { orderStatus } from '@dxx/contract/rules/order-state'
import type { Config } from '../../config'
import { inTransaction } from '../../db/transaction'
import type { JobHandler } from '../../jobs/worker'
import { lockOrder } from './change-status'
import { checkDue, checkOrder, checkRefund } from './check'
import { closeExpired } from './orders'
import type { Shop } from './shop'

/** Closes what was not paid in time, after asking once more whether it was. */
export async function expireOrders(shop: Shop): Promise<void> {
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

export async function expireOrder(shop: Shop, orderId: number): Promise<void> {
  // In any case: who asked a moment ago may have asked before the money came, or still wait for the answer.
  await checkOrder(shop, orderId, 0)
  await inTransaction(shop.db, async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    if (status === orderStatus.unpaid) await closeExpired(tx, orderId, shop.clock.now())
  })
}

/** Background work of this module, by kind. */
export function commerceJobs(config: Config) {
  const expire: JobHandler<unknown> = (ctx) => expireOrders({ ...ctx, config })
  const check: JobHandler<unknown> = (ctx) => checkDue({ ...ctx, config })
  const send: JobHandler<{ refundId: number }> = (ctx, { refundId }) => checkRefund({ ...ctx, config }, refundId)
  return { expire_orders: expire, check_payments: check, send_refund: send }
}

export const commerceJobsEvery = { expire_orders: 15, check_payments: 15 }
