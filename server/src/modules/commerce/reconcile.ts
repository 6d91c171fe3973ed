import { orderStatus } from '@dxx/contract/rules/order-state'
import { ChannelError } from '../../adapters/payment/payment'
import type { Db } from '../../db/connection'
import type { PaymentContext } from './payment-context'
import { recordPaid, recordRefunded } from './settle'

/** Interval for querying open payments and pending refunds. */
const everySeconds = 60
/** Minimum interval while the user is waiting on the page. */
const impatientSeconds = 5
/** Interval for retrying a refund that the service rejected; staff must add funds or refund manually. */
const refusedSeconds = 3600
/** Margin after expiry, because the clock of the service may be behind: a payment unknown to it may still start. */
const marginSeconds = 300
const batch = 8

/** Queries the services about one order's payments, unless done in the last `sparing` seconds. */
export async function checkOrder(shop: PaymentContext, orderId: number, sparing = impatientSeconds): Promise<void> {
  const now = shop.clock.now()
  const due = await shop.db
    .updateTable('payments')
    .set({ check_at: now + everySeconds })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where('check_at', '<=', now + everySeconds - sparing)
    .returning('id')
    .execute()
  await Promise.all(due.map(({ id }) => checkPayment(shop, id)))
}

/** Queries the services about all payments and refunds that are due; each is claimed by one server only. */
export async function reconcileDue(shop: PaymentContext): Promise<void> {
  for (;;) {
    const payments = await takeDue(shop, 'payments')
    const refunds = await takeDue(shop, 'refunds')
    if (payments.length + refunds.length === 0) return
    await Promise.all([...payments.map((id) => checkPayment(shop, id)), ...refunds.map((id) => checkRefund(shop, id))])
  }
}

async function takeDue({ db, clock }: PaymentContext, table: 'payments' | 'refunds'): Promise<number[]> {
  const now = clock.now()
  const rows = await db
    .updateTable(table)
    .set({ check_at: now + everySeconds })
    .where('id', 'in', (eb) =>
      eb.selectFrom(table).select('id').where('check_at', '<=', now).limit(batch).forUpdate().skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A failed check leaves its payment due and does not stop the loop. */
async function guarded({ log }: PaymentContext, what: object, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ChannelError) log.warn({ ...what, err: error }, 'a payment service did not help')
    else log.error({ ...what, err: error }, 'could not check a payment')
  }
}

function checkPayment(shop: PaymentContext, paymentId: number): Promise<void> {
  return guarded(shop, { payment: paymentId }, async () => {
    const { db, clock } = shop
    const payment = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['p.no', 'p.channel', 'p.state', 'p.expires_at', 'o.status'])
      .where('p.id', '=', paymentId)
      .executeTakeFirstOrThrow()
    if (payment.state !== 'open') return
    const channel = shop.payments[payment.channel]
    if (!channel) throw new ChannelError(`${payment.channel} is not configured`)
    const standing = await channel.query(payment.no)
    if (standing.state === 'paid') return recordPaid(db, payment.channel, standing, clock.now())
    if (standing.state === 'closed') return markClosed(db, paymentId)
    if (payment.status === orderStatus.unpaid) return
    if (standing.state === 'open') await channel.close(payment.no)
    else if (clock.now() <= payment.expires_at + marginSeconds) return
    await markClosed(db, paymentId)
  })
}

/** Marks a payment as closed. A late notification is still accepted. */
export async function markClosed(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed', check_at: null })
    .where('id', '=', paymentId)
    .where('state', '=', 'open')
    .execute()
}

/** Sends a refund, or queries its state if it was already sent. */
export function checkRefund(shop: PaymentContext, refundId: number): Promise<void> {
  return guarded(shop, { refund: refundId }, async () => {
    const { db, clock, log } = shop
    const refund = await db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.no as refundNo', 'r.state', 'r.cents', 'r.reason', 'p.no', 'p.cents as totalCents', 'p.channel'])
      .where('r.id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (refund.state !== 'approved') return
    const channel = shop.payments[refund.channel]
    if (!channel) throw new ChannelError(`${refund.channel} is not configured`)
    const known = await channel.queryRefund(refund.no, refund.refundNo)
    // Sending again after a lost response is safe, because the service recognises the refund number.
    const standing = known.state === 'missing' ? await channel.refund(refund) : known
    if (standing.state === 'done') await recordRefunded(db, refund.refundNo, refund, clock.now())
    if (standing.state !== 'failed') return
    log.error({ refund: refund.refundNo, detail: standing.detail }, 'a payment service refuses a refund')
    await db
      .updateTable('refunds')
      .set({ note: standing.detail, check_at: clock.now() + refusedSeconds })
      .where('id', '=', refundId)
      .where('state', '=', 'approved')
      .execute()
  })
}
