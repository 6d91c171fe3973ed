import { discountOff } from '@dxx/contract/rules/discount'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playTrade } from '../../adapters/payment/cashier'
import { testClock } from '../../base/clock'
import { Refusal } from '../../base/refusal'
import type { Ctx } from '../../context'
import { inTransaction } from '../../db/transaction'
import { testStart } from '../../testing/app'
import { lockOrder } from './change-status'
import { startShop, type TestShop } from './commerce.fixture'
import { termsOf } from './discounts'
import { invoiceHandlers } from './invoices'
import { expireOrder } from './jobs'
import { orderHandlers } from './orders'
import { openPayment } from './pay'
import { ledgerMismatches } from './queries'
import { checkOrder, checkRefund } from './reconcile'
import { approveRefund, beginRefund } from './refunds'

/** Number of sequences; `npm run verify` runs more. */
const sequences = Number(process.env.DXX_SEQUENCES ?? 30)

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const steps = [
  'create with the amount coupon',
  'create with the percent coupon',
  'create without a coupon',
  'pay',
  'cancel',
  'expire',
  'refund',
  'refund a part',
  'send refunds',
  'request an invoice',
  'revoke the amount coupon',
] as const
type Step = (typeof steps)[number]

const common: Step[] = ['create with the amount coupon', 'pay', 'pay', 'refund a part', 'send refunds']
const step = fc.record({
  what: fc.constantFrom(...steps, ...common),
  buyer: fc.nat(2),
  pick: fc.nat(5),
  share: fc.integer({ min: 1, max: 130 }),
})
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 })

const stock = 3
const perUser = 2

/** Creates three buyers, two items and two coupons, which the buyers compete for. */
async function newModel() {
  const { db, env } = shop
  const clock = testClock(testStart)
  const buyers = await Promise.all([1, 2, 3].map(() => shop.createUser()))
  const items = [await shop.newItem({ priceCents: 9900, percent: 60 }), await shop.newItem({ priceCents: 333 })]
  const dates = { starts_at: testStart - 10, ends_at: testStart + 30 * 86_400, created_at: testStart }
  const [amount, percent] = await db
    .insertInto('discounts')
    .values([
      { title: '满减', kind: 'amount', off_cents: 2000, min_cents: 300, per_user: perUser, stock, ...dates },
      { title: '折扣', kind: 'percent', percent: 85, cap_cents: 500, per_user: 1, stock: null, ...dates },
    ])
    .returningAll()
    .execute()
  const ids = buyers.map(({ id }) => id)

  const ctxOf = (buyer: number) =>
    ({
      ...env,
      clock,
      rootDb: db,
      user: { ...buyers[buyer]!, studentStatus: 'none' },
      ip: '',
      userAgent: '',
      platform: '',
      sessionId: null,
    }) as unknown as Ctx<'mobile'> & Ctx<'user'>

  const act = (buyer: number, work: (ctx: Ctx<'mobile'> & Ctx<'user'>) => Promise<unknown>) =>
    inTransaction(db, (tx) => work({ ...ctxOf(buyer), db: tx })).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })

  const ordersOf = (buyer: number) =>
    db.selectFrom('orders').selectAll().where('user_id', '=', ids[buyer]!).orderBy('id').execute()

  async function pay(buyer: number, orderId: number) {
    const payment = await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      return order.status === 0 ? openPayment(tx, order, 'test', 'cashier', clock.now()) : null
    })
    if (!payment) return
    const { no, cents } = payment
    await db
      .insertInto('cashier_trades')
      .values({ no, cents })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await playTrade(db, no, 'paid')
    await checkOrder(ctxOf(buyer), orderId, 0)
  }

  async function refundPart(orderId: number, share: number) {
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      const cents = Math.max(1, Math.floor((order.pay_cents * share) / 100))
      const refund = await beginRefund(tx, order, { cents, reason: '补差价', askedBy: ids[0]! }, clock.now())
      await approveRefund(tx, order, refund.id, { cents, note: '补差价' }, clock.now())
    }).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  async function sendRefunds() {
    const refunds = await db
      .selectFrom('refunds as r')
      .innerJoin('orders as o', 'o.id', 'r.order_id')
      .select('r.id')
      .where('o.user_id', 'in', ids)
      .where('r.state', '=', 'approved')
      .execute()
    for (const { id } of refunds) await checkRefund(ctxOf(0), id)
  }

  async function run({ what, buyer, pick, share }: { what: Step; buyer: number; pick: number; share: number }) {
    const curriculumId = items[pick % 2]!.uid
    const create = (discountId: string | null) =>
      act(buyer, (ctx) => orderHandlers['POST /v1/order_create'](ctx, { curriculumId, discountId }))
    if (what === 'create with the amount coupon') await create(amount!.uid)
    if (what === 'create with the percent coupon') await create(percent!.uid)
    if (what === 'create without a coupon') await create(null)
    if (what === 'send refunds') await sendRefunds()
    if (what === 'revoke the amount coupon' && share > 110)
      await db.updateTable('discounts').set({ revoked_at: clock.now() }).where('id', '=', amount!.id).execute()
    const orders = await ordersOf(buyer)
    const order = orders[pick % Math.max(1, orders.length)]
    if (!order) return
    if (what === 'pay') await pay(buyer, order.id)
    if (what === 'cancel') await act(buyer, (ctx) => orderHandlers['POST /v1/order_cancel'](ctx, { id: order.uid }))
    if (what === 'refund')
      await act(buyer, (ctx) => orderHandlers['POST /v1/order_refund'](ctx, { id: order.uid, reason: '不合适' }))
    if (what === 'refund a part') await refundPart(order.id, share)
    if (what === 'request an invoice')
      await act(buyer, (ctx) =>
        invoiceHandlers['POST /v1/invoice_request'](ctx, {
          orderId: order.uid,
          kind: 'personal',
          title: '张三',
          taxNo: '',
          email: 'a@example.com',
        }),
      )
    if (what === 'expire' && order.status === 0) {
      clock.advance(1800)
      await expireOrder(ctxOf(buyer), order.id)
    }
  }

  async function check() {
    expect(await ledgerMismatches(db)).toEqual([])
    const orders = await db.selectFrom('orders').selectAll().where('user_id', 'in', ids).execute()
    for (const order of orders) {
      // The price of the item is the amount paid plus the discount of the coupon.
      const item = items.find(({ id }) => id === order.curriculum_id)!
      expect(order.pay_cents + order.off_cents).toBe(item.pay_cents)
      const coupon = [amount!, percent!].find(({ id }) => id === order.discount_id)
      expect(order.off_cents).toBe(coupon ? discountOff(termsOf(coupon), item.pay_cents) : 0)
    }
    const live = orders.filter(({ status }) => [0, 1, 4].includes(status))
    const uses = (coupon: { id: number }) => live.filter(({ discount_id }) => discount_id === coupon.id)
    expect(uses(amount!).length).toBeLessThanOrEqual(stock)
    for (const id of ids) {
      expect(uses(amount!).filter(({ user_id }) => user_id === id).length).toBeLessThanOrEqual(perUser)
      expect(uses(percent!).filter(({ user_id }) => user_id === id).length).toBeLessThanOrEqual(1)
    }
    const { rows } = await sql<{ cents: number; left: number }>`
      select i.cents, p.cents - coalesce((select sum(r.cents) from refunds r
        where r.payment_id = p.id and r.part and r.state in ('approved', 'done')), 0)::int as left
      from invoices i join orders o on o.id = i.order_id join payments p on p.order_id = o.id and p.settles
      where o.user_id = any (${ids}) and i.state = 'requested' and o.status = 1`.execute(db)
    for (const invoice of rows) expect(invoice.cents).toBe(invoice.left)
  }

  return { run, check, sendRefunds }
}

it(
  `${sequences} random sequences of coupons, payments, whole and part refunds keep ledger, limits and invoices exact`,
  async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (batches) => {
        const model = await newModel()
        for (const batch of batches) {
          await Promise.all(batch.map(model.run))
          await model.check()
        }
        await model.sendRefunds()
        await model.check()
      }),
      { numRuns: sequences },
    )
  },
  60_000 + sequences * 2000,
)
