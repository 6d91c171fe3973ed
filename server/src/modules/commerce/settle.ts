import type { PayChannel } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { orderStatus } from '@dxx/contract/rules/order-state'
import type { PaidNotice, RefundedAmount } from '../../adapters/payment/payment'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { grantEntitlement } from '../access/public'
import { notify } from '../messages/public'
import { closeWork } from '../work/public'
import { changeStatus, type LockedOrder, lockOrder } from './change-status'
import { enqueueRefund, orderLink } from './refunds'
import { newNumber, orderSource } from './rules'

/** A verified notification that does not match our data: another amount, or an unknown number. */
export class UnfitNotice extends Error {}

/**
 * Records a verified payment, whose report may be repeated, late, or about an ended order. The first payment of an
 * unpaid order completes the order; any other payment is refunded.
 */
export async function recordPaid(db: Db, channel: PayChannel, paid: PaidNotice, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('payments')
      .select(['id', 'order_id'])
      .where('no', '=', paid.no)
      .where('channel', '=', channel)
      .executeTakeFirst()
    if (!known) throw new UnfitNotice(`${channel} reports payment ${paid.no}, which is not ours`)
    const order = await lockOrder(tx, known.order_id)
    const payment = await tx
      .selectFrom('payments')
      .select(['id', 'no', 'state', 'cents'])
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow()
    if (payment.cents !== paid.cents)
      throw new UnfitNotice(`${channel} reports ${paid.cents} for payment ${paid.no} of ${payment.cents}`)
    if (payment.state === 'paid') return
    await tx
      .updateTable('payments')
      .set({ state: 'paid', transaction_id: paid.transactionId, paid_at: now, check_at: null })
      .where('id', '=', payment.id)
      .execute()
    await tx
      .insertInto('money_events')
      .values({ order_id: order.id, payment_id: payment.id, cents: payment.cents, at: now })
      .execute()
    if (!(await complete(tx, order, payment.id, now))) await giveBack(tx, order, payment, now)
  })
}

/** Returns whether the payment completed the order. */
async function complete(tx: Db, order: LockedOrder, paymentId: number, now: number): Promise<boolean> {
  if (order.status !== orderStatus.unpaid) return false
  const { user_id: userId, curriculum_id: curriculumId } = order
  const fresh = await grantEntitlement(tx, { userId, curriculumId, source: orderSource(order.id), now })
  if (!fresh) {
    const note = '付款时你已拥有这项内容，款项原路退回'
    await changeStatus(tx, order.id, orderStatus.closed, { by: 'payment', note, now })
    return false
  }
  await tx.updateTable('payments').set({ settles: true }).where('id', '=', paymentId).execute()
  await changeStatus(tx, order.id, orderStatus.done, { by: 'payment', now })
  await scheduleClosing(tx, order.id, now)
  await notify(
    tx,
    {
      userId,
      kind: 'order',
      title: '购买成功',
      body: `《${order.title}》已开通，去学习吧。`,
      link: orderLink(order.uid),
    },
    now,
  )
  return true
}

/** Schedules open payments of an ended order to be closed at their service. */
export async function scheduleClosing(tx: Db, orderId: number, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ check_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

async function giveBack(tx: Db, order: LockedOrder, payment: { id: number; cents: number }, now: number) {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      no: newNumber(now),
      order_id: order.id,
      payment_id: payment.id,
      kind: 'surplus',
      cents: payment.cents,
      state: 'approved',
      reason: '订单已不需要付款',
      asked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueRefund(tx, id, now)
  await notify(
    tx,
    {
      userId: order.user_id,
      kind: 'order',
      title: '多付的款项正在退回',
      body: `订单 ${order.no} 收到一笔不需要的付款 ¥${formatYuan(payment.cents)}，会原路退回。`,
      link: orderLink(order.uid),
    },
    now,
  )
}

/** Whether the reported amount is that of the refund, or a sum of all refunds that can include it. */
const fits = (cents: number, reported: RefundedAmount) =>
  'cents' in reported ? reported.cents === cents : reported.totalCents >= cents

/** Records a verified refund. Returns false if the number is unknown, as for a refund made manually at the service. */
export async function recordRefunded(
  db: Db,
  refundNo: string,
  reported: RefundedAmount,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('refunds')
      .select(['id', 'order_id'])
      .where('no', '=', refundNo)
      .executeTakeFirst()
    if (!known) return false
    const order = await lockOrder(tx, known.order_id)
    const refund = await tx
      .selectFrom('refunds')
      .select(['id', 'state', 'kind', 'part', 'cents', 'payment_id'])
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow()
    const { cents } = refund
    if (!fits(cents, reported))
      throw new UnfitNotice(`refund ${refundNo} of ${cents} is reported as ${JSON.stringify(reported)}`)
    if (refund.state === 'done') return true
    if (refund.state !== 'approved') throw new UnfitNotice(`refund ${refundNo} was never sent`)
    await tx
      .updateTable('refunds')
      .set({ state: 'done', done_at: now, check_at: null })
      .where('id', '=', refund.id)
      .execute()
    await tx
      .insertInto('money_events')
      .values({ order_id: order.id, payment_id: refund.payment_id, refund_id: refund.id, cents: -cents, at: now })
      .execute()
    if (refund.kind === 'order' && !refund.part) {
      await changeStatus(tx, order.id, orderStatus.refunded, { by: 'payment', now })
      await tx
        .updateTable('invoices')
        .set({ state: 'withdrawn' })
        .where('order_id', '=', order.id)
        .where('state', '=', 'requested')
        .execute()
      await closeWork(tx, 'invoice', order.id, now)
    }
    await notify(
      tx,
      {
        userId: order.user_id,
        kind: 'order',
        title: '退款已到账',
        body: `《${order.title}》的 ¥${formatYuan(cents)} 已原路退回。`,
        link: orderLink(order.uid),
      },
      now,
    )
    return true
  })
}
