import { yuan } from '@dxx/contract/rules/amount'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { enqueue } from '../../jobs/queue'
import { deliveredPercent, holdRight, revoke } from '../access/public'
import { notify } from '../messages/public'
import { studiedPercent } from '../study/public'
import { closeWork, openWork } from '../work/public'
import { changeStatus, type LockedOrder } from './change-status'
import { newNumber, orderSource, refundIsAtOnce } from './rules'

export const orderLink = (uid: string) => `pages/order/details?id=${uid}`

/** Maximum of studied (reported by the client) and delivered (recorded by the server) percent. */
export async function usedPercent(db: Db, userId: number, curriculumId: number): Promise<number> {
  const studied = await studiedPercent(db, userId, curriculumId)
  return Math.max(studied, Math.floor(await deliveredPercent(db, userId, curriculumId)))
}

/** Sends the refund soon after this transaction; if the job is lost, the recurring one finds `check_at`. */
export async function enqueueRefund(tx: Db, refundId: number, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ check_at: now }).where('id', '=', refundId).execute()
  await enqueue(tx, 'send_refund', { refundId }, { runAt: now, uniqueKey: `send_refund ${refundId}` })
}

/** Revokes the entitlement when the refund is approved, not when the money has arrived. */
async function approve(tx: Db, order: LockedOrder, refundId: number, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ state: 'approved' }).where('id', '=', refundId).execute()
  const { id, user_id: userId, curriculum_id: curriculumId } = order
  await revoke(tx, { userId, curriculumId, source: orderSource(id), now })
  await closeWork(tx, 'refund', refundId, now)
  await enqueueRefund(tx, refundId, now)
}

/** Sum of the part refunds of a payment, sent or on their way. */
export async function refundedInParts(db: Db, paymentId: number): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('part', '=', true)
    .where('state', 'in', ['approved', 'done'])
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/**
 * Refunds a part of what the owner asked for: the entitlement stays, and the order is completed again with the refunded
 * amount. `order` is locked.
 */
export async function refundPart(
  tx: Db,
  order: LockedOrder,
  { cents, note }: { cents: number; note: string },
  now: number,
) {
  const refund = await askedRefund(tx, order.id)
  if (refund?.state !== 'asked') fail('order-status-refused')
  if (cents >= refund.cents) fail('refund-amount-refused')
  await tx
    .updateTable('refunds')
    .set({ state: 'approved', part: true, cents, note })
    .where('id', '=', refund.id)
    .execute()
  const said = `部分退款 ¥${yuan(cents)}${note === '' ? '' : `：${note}`}`
  await changeStatus(tx, order.id, orderStatus.done, { by: 'operator', note: said, now })
  await closeWork(tx, 'refund', refund.id, now)
  await enqueueRefund(tx, refund.id, now)
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
      cents: payment.cents - (await refundedInParts(tx, payment.id)),
      state: 'asked',
      reason,
      asked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Refund request of the owner. `order` is locked. */
export async function askRefund(tx: Db, order: LockedOrder, reason: string, now: number): Promise<void> {
  if (order.status !== orderStatus.done) fail('order-status-refused')
  await holdRight(tx, order.user_id, order.curriculum_id)
  const used = await usedPercent(tx, order.user_id, order.curriculum_id)
  const atOnce = refundIsAtOnce({ paidAt: order.paid_at!, studiedPercent: used, now })
  if (!atOnce && reason === '') fail('refund-reason-required')
  const note = atOnce ? '退款已受理' : '等待工作人员审核'
  await changeStatus(tx, order.id, orderStatus.refunding, { by: 'owner', note, now })
  const refundId = await addRefund(tx, order, reason, now)
  if (atOnce) return approve(tx, order, refundId, now)
  const title = `${order.title} · ¥${yuan(order.pay_cents)}`
  await openWork(tx, { kind: 'refund', subjectId: refundId, userId: order.user_id, title }, now)
}

const askedRefund = (tx: Db, orderId: number) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'state', 'cents'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .where('part', '=', false)
    .where('state', 'in', ['asked', 'approved'])
    .executeTakeFirst()

/** Refund by staff, requested or not; one rejected by the payment service is sent again. `order` is locked. */
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
  await closeWork(tx, 'refund', refund.id, now)
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
