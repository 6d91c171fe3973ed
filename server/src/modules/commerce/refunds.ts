import { formatYuan } from '@dxx/contract/rules/amount'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { enqueue } from '../../jobs/queue'
import { deliveredPercent, lockEntitlement, revokeEntitlement } from '../access/public'
import { notify } from '../messages/public'
import { studiedPercent } from '../study/public'
import { closeWork, openWork } from '../work/public'
import { addEvent, changeStatus, type LockedOrder } from './change-status'
import { newNumber, orderSource, refundIsAtOnce, workTitle } from './rules'

export const orderLink = (uid: string) => `pages/order/details?id=${uid}`

/** Maximum of studied (reported by the client) and delivered (recorded by the server) percent. */
export async function usedPercent(db: Db, userId: number, curriculumId: number): Promise<number> {
  const studied = await studiedPercent(db, userId, curriculumId)
  return Math.max(studied, Math.floor(await deliveredPercent(db, userId, curriculumId)))
}

/** Enqueues a job that sends the refund. If the job is lost, the recurring job finds the refund by `check_at`. */
export async function enqueueRefund(tx: Db, refundId: number, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ check_at: now }).where('id', '=', refundId).execute()
  await enqueue(tx, 'send_refund', { refundId }, { runAt: now, uniqueKey: `send_refund ${refundId}` })
}

/** Returns the sum of the approved and completed partial refunds of a payment. */
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

/** Returns the payment that completed an order, and its amount minus partial refunds as `left`. */
export async function settledPayment(db: Db, orderId: number) {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'cents'])
    .where('order_id', '=', orderId)
    .where('settles', '=', true)
    .executeTakeFirst()
  return payment && { id: payment.id, left: payment.cents - (await refundedInParts(db, payment.id)) }
}

interface Decision {
  cents: number
  /** Shown to the buyer. */
  note: string
}

/**
 * Approves a refund. If it covers all that is left of the payment, the entitlement is revoked now, before the money
 * arrives; a partial refund keeps the entitlement and leaves the order completed. The caller has locked `order`.
 */
export async function approveRefund(
  tx: Db,
  order: LockedOrder,
  refundId: number,
  { cents, note }: Decision,
  now: number,
): Promise<void> {
  const refund = await tx
    .selectFrom('refunds')
    .select(['state', 'asked_by'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const { left = 0 } = (await settledPayment(tx, order.id)) ?? {}
  if (refund.state !== 'asked') fail('order-status-refused')
  if (cents > left) fail('refund-amount-refused')
  const part = cents < left
  await tx
    .updateTable('refunds')
    .set({ state: 'approved', part, cents, ...(part && { note }) })
    .where('id', '=', refundId)
    .execute()
  if (part) await keepOrder(tx, order, { cents, note }, now)
  else await endOrder(tx, order, now)
  await closeWork(tx, 'refund', refundId, now)
  await enqueueRefund(tx, refundId, now)
  if (part || refund.asked_by !== null) await announce(tx, order, { cents, note, part }, now)
}

async function endOrder(tx: Db, order: LockedOrder, now: number): Promise<void> {
  if (order.status === orderStatus.done)
    await changeStatus(tx, order.id, orderStatus.refunding, { by: 'operator', note: '工作人员发起退款', now })
  const { id, user_id: userId, curriculum_id: curriculumId } = order
  await revokeEntitlement(tx, { userId, curriculumId, source: orderSource(id), now })
}

async function keepOrder(tx: Db, order: LockedOrder, { cents, note }: Decision, now: number): Promise<void> {
  const change = {
    by: 'operator' as const,
    note: `部分退款 ¥${formatYuan(cents)}${note === '' ? '' : `：${note}`}`,
    now,
  }
  if (order.status === orderStatus.refunding) await changeStatus(tx, order.id, orderStatus.done, change)
  else await addEvent(tx, order.id, orderStatus.done, change)
  await tx
    .updateTable('invoices')
    .set((eb) => ({ cents: eb('cents', '-', cents) }))
    .where('order_id', '=', order.id)
    .where('state', '=', 'requested')
    .execute()
}

async function announce(
  tx: Db,
  { user_id: userId, uid, title: item }: LockedOrder,
  { cents, note, part }: Decision & { part: boolean },
  now: number,
): Promise<void> {
  const why = note === '' ? '' : `原因：${note}。`
  const effect = part ? '学习权限保留，可以继续学习。' : '学习权限已收回。'
  await notify(
    tx,
    {
      userId,
      kind: 'order',
      title: part ? '部分退款已受理' : '工作人员为你退款',
      body: `《${item}》退款 ¥${formatYuan(cents)}，会原路退回。${why}${effect}`,
      link: orderLink(uid),
    },
    now,
  )
}

interface NewRefund {
  reason: string
  /** At most the amount not yet refunded, which is the default. */
  cents?: number
  /** Staff member who starts the refund; unset if the buyer requests it. */
  askedBy?: number
}

async function addRefund(tx: Db, order: LockedOrder, { reason, cents, askedBy }: NewRefund, now: number) {
  const { id: paymentId, left } = (await settledPayment(tx, order.id)) ?? fail('order-status-refused')
  const amount = cents ?? left
  if (amount > left) fail('refund-amount-refused')
  const { id } = await tx
    .insertInto('refunds')
    .values({
      no: newNumber(now),
      order_id: order.id,
      payment_id: paymentId,
      kind: 'order',
      cents: amount,
      part: amount < left,
      state: 'asked',
      reason,
      asked_at: now,
      asked_by: askedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, cents: amount }
}

/** Selects the refund of an order that waits for approval, or the approved full refund that is not completed yet. */
const waitingRefund = (tx: Db, orderId: number) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'state', 'cents', 'asked_by'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .where((eb) => eb.or([eb('state', '=', 'asked'), eb.and([eb('state', '=', 'approved'), eb('part', '=', false)])]))
    .executeTakeFirst()

/** Requests a refund for the buyer, which replaces a waiting one started by staff. The caller has locked `order`. */
export async function askRefund(tx: Db, order: LockedOrder, reason: string, now: number): Promise<void> {
  if (order.status !== orderStatus.done) fail('order-status-refused')
  await lockEntitlement(tx, order.user_id, order.curriculum_id)
  const used = await usedPercent(tx, order.user_id, order.curriculum_id)
  const atOnce = refundIsAtOnce({ paidAt: order.paid_at!, studiedPercent: used, now })
  if (!atOnce && reason === '') fail('refund-reason-required')
  const openRefund = await waitingRefund(tx, order.id)
  if (openRefund) await dropRefund(tx, openRefund.id, '用户自己申请了退款', now)
  const note = atOnce ? '退款已受理' : '等待工作人员审核'
  await changeStatus(tx, order.id, orderStatus.refunding, { by: 'owner', note, now })
  const refund = await addRefund(tx, order, { reason }, now)
  const refundingOrder = { ...order, status: orderStatus.refunding }
  if (atOnce) return approveRefund(tx, refundingOrder, refund.id, { cents: refund.cents, note: '' }, now)
  const title = workTitle(order, refund.cents)
  await openWork(tx, { kind: 'refund', subjectId: refund.id, userId: order.user_id, title }, now)
}

/** Creates a refund that the buyer did not request; it waits for approval. The caller has locked `order`. */
export async function beginRefund(tx: Db, order: LockedOrder, refund: NewRefund & { askedBy: number }, now: number) {
  if (await waitingRefund(tx, order.id)) fail('refund-waiting')
  if (order.status !== orderStatus.done) fail('order-status-refused')
  return addRefund(tx, order, refund, now)
}

/**
 * Refunds all that is left from the command line, with or without a request. Sends an approved refund again, in case
 * the payment service has rejected it. The caller has locked `order`.
 */
export async function refundByOperator(tx: Db, order: LockedOrder, reason: string, now: number): Promise<void> {
  const refund = await waitingRefund(tx, order.id)
  if (refund?.state === 'approved') return enqueueRefund(tx, refund.id, now)
  if (order.status !== orderStatus.done && order.status !== orderStatus.refunding) fail('order-status-refused')
  const { id } = refund ?? (await addRefund(tx, order, { reason }, now))
  const { left } = (await settledPayment(tx, order.id)) ?? fail('order-status-refused')
  await approveRefund(tx, order, id, { cents: left, note: reason }, now)
}

async function dropRefund(tx: Db, refundId: number, note: string, now: number): Promise<void> {
  await tx.updateTable('refunds').set({ state: 'declined', note }).where('id', '=', refundId).execute()
  await closeWork(tx, 'refund', refundId, now)
}

/**
 * Declines a refund that waits for approval. Notifies the buyer if they requested it; a refund started by staff is not
 * yet visible to them. The caller has locked `order`.
 */
export async function declineRefund(tx: Db, order: LockedOrder, note: string, now: number): Promise<void> {
  const refund = await waitingRefund(tx, order.id)
  if (refund?.state !== 'asked') fail('order-status-refused')
  await dropRefund(tx, refund.id, note, now)
  if (refund.asked_by !== null) return
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
