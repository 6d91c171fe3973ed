import { orderStatus } from '@dxx/contract/rules/order-state'
import { ChannelError, paymentChannels } from '../../adapters/payment/payment'
import type { Db } from '../../db/connection'
import { recordPaid, recordRefunded } from './settle'
import type { Shop } from './shop'

/** How often a service is asked about an open payment or a refund on its way. */
const everySeconds = 60
/** How often at most, when somebody waits in front of the screen. */
const impatientSeconds = 5
/** After a refusal only an operator can help, by moving money or by hand; we look again now and then. */
const refusedSeconds = 3600
/** A trade that the service has not heard of may still begin until it expires, by its clock. */
const marginSeconds = 300
const batch = 8

/** Asks the services about one order's payments, unless that was done `sparing` seconds ago. */
export async function checkOrder(shop: Shop, orderId: number, sparing = impatientSeconds): Promise<void> {
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

/** Asks about everything that is due; each is handed out once, however many servers ask. */
export async function checkDue(shop: Shop): Promise<void> {
  for (;;) {
    const payments = await takeDue(shop, 'payments')
    const refunds = await takeDue(shop, 'refunds')
    if (payments.length + refunds.length === 0) return
    await Promise.all([...payments.map((id) => checkPayment(shop, id)), ...refunds.map((id) => checkRefund(shop, id))])
  }
}

async function takeDue({ db, clock }: Shop, table: 'payments' | 'refunds'): Promise<number[]> {
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

/** Whatever goes wrong with one payment must not stop the others; it stays due. */
async function guarded({ log }: Shop, what: object, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ChannelError) log.warn({ ...what, err: error }, 'a payment service did not help')
    else log.error({ ...what, err: error }, 'could not check a payment')
  }
}

function checkPayment(shop: Shop, paymentId: number): Promise<void> {
  return guarded(shop, { payment: paymentId }, async () => {
    const { db, clock } = shop
    const payment = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['p.no', 'p.channel', 'p.state', 'p.expires_at', 'o.status'])
      .where('p.id', '=', paymentId)
      .executeTakeFirstOrThrow()
    if (payment.state !== 'open') return
    const channel = paymentChannels(shop)[payment.channel]
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

/** It cannot be paid any more. Should that turn out wrong, a late notification is still taken in. */
export async function markClosed(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed', check_at: null })
    .where('id', '=', paymentId)
    .where('state', '=', 'open')
    .execute()
}

/** Sends a refund, or asks how it stands where it was sent before. */
export function checkRefund(shop: Shop, refundId: number): Promise<void> {
  return guarded(shop, { refund: refundId }, async () => {
    const { db, clock, log } = shop
    const refund = await db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.no as refundNo', 'r.state', 'r.cents', 'r.reason', 'p.no', 'p.cents as totalCents', 'p.channel'])
      .where('r.id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (refund.state !== 'approved') return
    const channel = paymentChannels(shop)[refund.channel]
    if (!channel) throw new ChannelError(`${refund.channel} is not configured`)
    const known = await channel.queryRefund(refund.no, refund.refundNo)
    // The number makes it safe to send again, should the answer have been lost.
    const standing = known.state === 'missing' ? await channel.refund(refund) : known
    if (standing.state === 'done') await recordRefunded(db, refund.refundNo, refund.cents, clock.now())
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
