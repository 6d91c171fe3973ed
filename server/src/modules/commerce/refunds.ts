import { orderStatus } from '@dxx/contract/rules/order-state'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'
import { enqueue } from '../../jobs/queue'
import { revoke } from '../access/public'
import { notify } from '../messages/public'
import { studiedPercent } from '../study/public'
import { changeStatus, type LockedOrder } from './change-status'
import { newNumber, orderSource, refundIsAtOnce } from './rules'

export const orderLink = (uid: string) => `pages/order/details?id=${uid}`

/** The money goes back soon after this transaction; should the job be lost, the recurring one finds `check_at`. */
export async function enqueueRefund(tx: Db, refundId: number, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ check_at: now }).where('id', '=', refundId).execute()
  await enqueue(tx, 'send_refund', { refundId }, { runAt: now, uniqueKey: `send_refund ${refundId}` })
}

/** The right to study ends when the refund is certain, not when the money has arrived. */
async function approve(tx: Db, order: LockedOrder, refundId: number, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ state: 'approved' }).where('id', '=', refundId).execute()
  const { id, user_id: userId, curriculum_id: curriculumId } = order
  await revoke(tx, { userId, curriculumId, source: orderSource(id), now })
  await enqueueRefund(tx, refundId, now)
}

async function addRefund(tx: Db, order: LockedOrder, reason: string, now: number): Promise<number> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'cents'])
    .where('order_id', '=', order.id)
    .where('settles', '=', true)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('refunds')
    .values({
      no: newNumber(now),
      order_id: order.id,
      payment_id: payment.id,
      kind: 'order',
      cents: payment.cents,
      state: 'asked',
      reason,
      asked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The owner asks. `order` is locked. */
export async function askRefund(tx: Db, order: LockedOrder, reason: string, now: number): Promise<void> {
  if (order.status !== orderStatus.done) fail('order-status-refused')
  const studied = await studiedPercent(tx, order.user_id, order.curriculum_id)
  const atOnce = refundIsAtOnce({ paidAt: order.paid_at!, studiedPercent: studied, now })
  if (!atOnce && reason === '') fail('refund-reason-required')
  const note = atOnce ? '退款已受理' : '等待工作人员审核'
  await changeStatus(tx, order.id, orderStatus.refunding, { by: 'owner', note, now })
  const refundId = await addRefund(tx, order, reason, now)
  if (atOnce) await approve(tx, order, refundId, now)
}

const askedRefund = (tx: Db, orderId: number) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .where('state', 'in', ['asked', 'approved'])
    .executeTakeFirst()

/** An operator refunds, asked or not; one that the payment service turned down is sent again. `order` is locked. */
export async function refundByOperator(tx: Db, order: LockedOrder, reason: string, now: number): Promise<void> {
  if (order.status === orderStatus.done) {
    await changeStatus(tx, order.id, orderStatus.refunding, { by: 'operator', note: '工作人员发起退款', now })
    return approve(tx, order, await addRefund(tx, order, reason, now), now)
  }
  const refund = order.status === orderStatus.refunding ? await askedRefund(tx, order.id) : undefined
  if (!refund) return fail('order-status-refused')
  if (refund.state === 'approved') return enqueueRefund(tx, refund.id, now)
  await approve(tx, order, refund.id, now)
}

/** `order` is locked. */
export async function declineRefund(tx: Db, order: LockedOrder, note: string, now: number): Promise<void> {
  const refund = await askedRefund(tx, order.id)
  if (refund?.state !== 'asked') fail('order-status-refused')
  await tx.updateTable('refunds').set({ state: 'declined', note }).where('id', '=', refund.id).execute()
  await changeStatus(tx, order.id, orderStatus.done, { by: 'operator', note: `退款未通过：${note}`, now })
  await notify(
    tx,
    {
      userId: order.user_id,
      kind: 'order',
      title: '退款申请未通过',
      body: `订单 ${order.no}：${note}`,
      link: orderLink(order.uid),
    },
    now,
  )
}
