import type { commerce } from '@dxx/contract/calls/commerce'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { cashierNotice, playTrade } from '../../adapters/payment/cashier'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { inTransaction } from '../../db/transaction'
import { lockOrder } from './change-status'
import { receiveNotice } from './notify'
import { closeExpired } from './orders'
import { reconcileDue } from './reconcile'
import { newNumber } from './rules'

/** Returns the user's own payment at the test cashier. */
async function tradeOf({ db, user, config }: Ctx<'user'>, no: string) {
  if (!config.payment.cashier) fail('cashier-off')
  const row = await db
    .selectFrom('cashier_trades as t')
    .innerJoin('payments as p', 'p.no', 't.no')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['t.no', 't.cents', 't.state', 'o.id as rowId', 'o.uid as orderId', 'o.title'])
    .where('t.no', '=', no)
    .where('o.user_id', '=', user.id)
    .executeTakeFirst()
  return row ?? fail('payment-not-found')
}

type Trade = Awaited<ReturnType<typeof tradeOf>>

async function pay(ctx: Ctx<'user'>, { no, cents }: { no: string; cents: number }, times = 1): Promise<void> {
  if (!(await playTrade(ctx.db, no, 'paid'))) return
  const { raw, headers } = cashierNotice(ctx.config.secret, { no, cents })
  for (let i = 0; i < times; i++) await receiveNotice(ctx, 'test', raw, headers)
}

/** Expires the order, then pays it, as a payer who was too slow. */
async function payLate(ctx: Ctx<'user'>, trade: Trade): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { status } = await lockOrder(tx, trade.rowId)
    if (status === orderStatus.unpaid) await closeExpired(tx, trade.rowId, ctx.clock.now())
  })
  await pay(ctx, trade)
}

/** Adds a second payment of the same order, as if it was started on another phone. */
async function payAgain(ctx: Ctx<'user'>, trade: Trade): Promise<void> {
  const now = ctx.clock.now()
  const no = newNumber(now)
  const { rowId: order_id, cents } = trade
  const times = { created_at: now, expires_at: now, check_at: now }
  await ctx.db
    .insertInto('payments')
    .values({ no, order_id, channel: 'test', way: 'cashier', cents, ...times })
    .execute()
  await ctx.db.insertInto('cashier_trades').values({ no, cents }).execute()
  await pay(ctx, { no, cents }, 2)
}

type CashierCalls = 'GET /v1/test_cashier' | 'POST /v1/test_cashier'

/** Calls of the test cashier, which lets developers choose the outcome of a payment. */
export const cashierHandlers: Pick<Handlers<typeof commerce>, CashierCalls> = {
  'GET /v1/test_cashier': (ctx, { no }) => tradeOf(ctx, no),
  'POST /v1/test_cashier': async (ctx, { no, outcome }) => {
    const trade = await tradeOf(ctx, no)
    if (trade.state === 'open') {
      if (outcome === 'pay') await pay(ctx, trade)
      if (outcome === 'late') await payLate(ctx, trade)
      if (outcome === 'twice') {
        await pay(ctx, trade, 2)
        await payAgain(ctx, trade)
      }
      if (outcome === 'close') {
        await ctx.payments.test!.close(no)
        await ctx.db.updateTable('payments').set({ check_at: ctx.clock.now() }).where('no', '=', no).execute()
        await reconcileDue(ctx)
      }
    }
    return tradeOf(ctx, no)
  },
}
