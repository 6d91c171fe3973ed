import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { ChannelError, ForgedNotice, type PaidNotice, type PaymentChannel, type RefundStanding } from './payment'

const sign = (secret: string, raw: Buffer) => createHmac('sha256', secret).update('test cashier ').update(raw).digest()
const transactionId = (no: string) => `test-${no}`

/** Creates the notification that the test cashier sends to our notify URL, signed against forgery. */
export function cashierNotice(secret: string, paid: Omit<PaidNotice, 'transactionId'>) {
  const raw = Buffer.from(JSON.stringify({ ...paid, transactionId: transactionId(paid.no) }))
  return { raw, headers: { 'x-cashier-signature': sign(secret, raw).toString('hex') } }
}

/** Test cashier: simulates a payment service in one of our tables; the developer chooses the outcome of a payment. */
export function cashierChannel(secret: string, db: Db): PaymentChannel {
  const trade = (no: string) => db.selectFrom('cashier_trades').selectAll().where('no', '=', no).executeTakeFirst()

  return {
    async prepay({ no, cents }) {
      await db
        .insertInto('cashier_trades')
        .values({ no, cents })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { way: 'cashier', no }
    },

    async query(no) {
      const found = await trade(no)
      if (!found) return { state: 'missing' }
      if (found.state !== 'paid') return { state: found.state }
      return { state: 'paid', no, cents: found.cents, transactionId: transactionId(no) }
    },

    async close(no) {
      const row = await db
        .updateTable('cashier_trades')
        .set({ state: 'closed' })
        .where('no', '=', no)
        .where('state', '<>', 'paid')
        .returning('no')
        .executeTakeFirst()
      if (!row) throw new ChannelError(`${no} is paid or was never begun`)
    },

    refund({ no, refundNo, cents }): Promise<RefundStanding> {
      return inTransaction(db, async (tx) => {
        const paid = await tx
          .selectFrom('cashier_trades')
          .select('cents')
          .where('no', '=', no)
          .where('state', '=', 'paid')
          .forUpdate()
          .executeTakeFirst()
        const refunds = await tx.selectFrom('cashier_refunds').selectAll().where('no', '=', no).execute()
        if (refunds.some((one) => one.refund_no === refundNo)) return { state: 'done' }
        const left = (paid?.cents ?? 0) - refunds.reduce((sum, one) => sum + one.cents, 0)
        if (cents > left) return { state: 'failed', detail: 'not paid, or refunded before' }
        await tx.insertInto('cashier_refunds').values({ refund_no: refundNo, no, cents }).execute()
        return { state: 'done' }
      })
    },

    async queryRefund(_no, refundNo) {
      const found = await db
        .selectFrom('cashier_refunds')
        .select('no')
        .where('refund_no', '=', refundNo)
        .executeTakeFirst()
      return { state: found ? 'done' : 'missing' }
    },

    readNotice(raw, headers) {
      const given = Buffer.from(String(headers['x-cashier-signature'] ?? ''), 'hex')
      const expected = sign(secret, raw)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ForgedNotice('signature')
      return { kind: 'paid', ...(JSON.parse(raw.toString()) as PaidNotice) }
    },
  }
}

/** Pays or closes a trade at the test cashier. Returns whether the trade was still open. */
export async function playTrade(db: Db, no: string, state: 'paid' | 'closed'): Promise<boolean> {
  const row = await db
    .updateTable('cashier_trades')
    .set({ state })
    .where('no', '=', no)
    .where('state', '=', 'open')
    .returning('no')
    .executeTakeFirst()
  return row !== undefined
}
