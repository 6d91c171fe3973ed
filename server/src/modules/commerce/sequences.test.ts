import { canChangeOrder } from '@dxx/contract/rules/order-state'
import fc from 'fast-check'
import { type Selectable, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashierNotice, playTrade } from '../../adapters/payment/cashier'
import { ForgedNotice } from '../../adapters/payment/payment'
import { testClock } from '../../base/clock'
import { Refusal } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Schema } from '../../db/schema/schema'
import { inTransaction } from '../../db/transaction'
import { testStart } from '../../testing/app'
import { grantEntitlement } from '../access/public'
import { lockOrder } from './change-status'
import { startShop, type TestShop } from './commerce.fixture'
import { expireOrder } from './jobs'
import { receiveNotice } from './notify'
import { orderHandlers } from './orders'
import { openPayment } from './pay'
import { checkOrder, checkRefund } from './reconcile'
import { UnfitNotice } from './settle'
import { declineRefundByOrder, refundOrder } from './staff'

/** Number of sequences; `npm run verify` runs 500. */
const sequences = Number(process.env.DXX_SEQUENCES ?? 30)
const atOnce = 8

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const steps = [
  'create',
  'begin',
  'begin elsewhere',
  'pay',
  'notify',
  'notify twice',
  'forge',
  'forge amount',
  'cancel',
  'ask status',
  'expire',
  'refund',
  'operator refunds',
  'operator declines',
  'send refunds',
  'own otherwise',
  'a week passes',
] as const
type Step = (typeof steps)[number]

/** Steps that are chosen more often. A sequence has groups of concurrent steps; `pick` selects an order or payment. */
const common: Step[] = ['pay', 'pay', 'notify', 'notify', 'begin', 'refund', 'send refunds']
const step = fc.record({ what: fc.constantFrom(...steps, ...common), pick: fc.nat(3) })
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 9 })

type Rows<T extends keyof Schema> = Selectable<Schema[T]>[]

interface World {
  orders: Rows<'orders'>
  payments: (Rows<'payments'>[number] & { trade: 'open' | 'paid' | 'closed' | null; refund_no: string | null })[]
  refunds: Rows<'refunds'>
  events: Rows<'order_events'>
  ledger: Rows<'money_events'>
  rights: Rows<'entitlements'>
}

/** Creates one buyer and one item with all possible steps, on a separate clock. */
async function newModel() {
  const { db, env } = shop
  const user = await shop.createUser()
  const item = await shop.newItem()
  const clock = testClock(testStart)
  const base = {
    ...env,
    clock,
    rootDb: db,
    user: { ...user, mobile: user.mobile! },
    ip: '',
    userAgent: '',
    platform: '',
  }
  const ctx = { ...base, sessionId: null } as unknown as Ctx<'mobile'> & Ctx<'user'>

  /** Reads the complete state in one query. */
  async function read(): Promise<World> {
    const { rows } = await sql<World>`
      with o as (select * from orders where user_id = ${user.id}),
        p as (select * from payments where order_id in (select id from o))
      select
        (select coalesce(json_agg(o order by id), '[]') from o) as orders,
        (select coalesce(json_agg(x order by x.id), '[]') from (
          select p.*, t.state as trade, r.refund_no from p left join cashier_trades t on t.no = p.no
            left join cashier_refunds r on r.no = p.no) x) as payments,
        (select coalesce(json_agg(r order by id), '[]') from refunds r where order_id in (select id from o)) as refunds,
        (select coalesce(json_agg(e order by id), '[]') from order_events e where order_id in (select id from o)) as events,
        (select coalesce(json_agg(m), '[]') from money_events m where order_id in (select id from o)) as ledger,
        (select coalesce(json_agg(e), '[]') from entitlements e
          where user_id = ${user.id} and curriculum_id = ${item.id}) as rights`.execute(db)
    return rows[0]!
  }

  /** Runs a call as the server does with an idempotency key: in one transaction; a refusal is not an error. */
  const act = (work: (keyed: typeof ctx) => Promise<unknown>) =>
    inTransaction(db, (tx) => work({ ...ctx, db: tx })).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })

  async function begin(orderId: number, way: 'cashier' | 'native') {
    const payment = await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      return order.status === 0 ? openPayment(tx, order, 'test', way, clock.now()) : null
    })
    if (!payment) return
    const { no, cents } = payment
    await db
      .insertInto('cashier_trades')
      .values({ no, cents })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async function report(payment: { no: string; cents: number }) {
    const { raw, headers } = cashierNotice(env.config.secret, payment)
    await receiveNotice(ctx, 'test', raw, headers)
  }

  async function run(what: Step, pick: number): Promise<void> {
    const { orders: allOrders, payments: allPayments, refunds } = await read()
    const order = allOrders[pick % Math.max(1, allOrders.length)]
    const payment = allPayments[pick % Math.max(1, allPayments.length)]
    const id = order?.uid ?? ''
    if (what === 'create')
      await act((keyed) => orderHandlers['POST /v1/order_create'](keyed, { curriculumId: item.uid }))
    if (what === 'own otherwise')
      await grantEntitlement(db, { userId: user.id, curriculumId: item.id, source: 'free', now: clock.now() })
    if (what === 'a week passes') clock.advance(8 * 86_400)
    if (order && what === 'begin') await begin(order.id, 'cashier')
    if (order && what === 'begin elsewhere') await begin(order.id, 'native')
    if (order && what === 'cancel') await act((keyed) => orderHandlers['POST /v1/order_cancel'](keyed, { id }))
    if (order && what === 'ask status') await checkOrder(ctx, order.id)
    if (order && what === 'refund')
      await act((keyed) => orderHandlers['POST /v1/order_refund'](keyed, { id, reason: '不合适' }))
    if (order && what === 'operator refunds') await refundOrder(db, order.no, '', clock.now())
    if (order && what === 'operator declines') await declineRefundByOrder(db, order.no, '不符合条件', clock.now())
    if (order && what === 'expire') {
      clock.advance(1800)
      await expireOrder(ctx, order.id)
    }
    if (what === 'send refunds') for (const refund of refunds) await checkRefund(ctx, refund.id)
    if (!payment) return
    if (what === 'pay') await playTrade(db, payment.no, 'paid')
    // A service reports only actual payments.
    const reports = what === 'notify' ? 1 : what === 'notify twice' ? 2 : 0
    if (payment.trade === 'paid') await Promise.all(Array.from({ length: reports }, () => report(payment)))
    if (what === 'forge') {
      const { raw } = cashierNotice(env.config.secret, payment)
      const { headers } = cashierNotice('another secret', payment)
      await expect(receiveNotice(ctx, 'test', raw, headers)).rejects.toThrow(ForgedNotice)
    }
    if (what === 'forge amount') await expect(report({ ...payment, cents: 1 })).rejects.toThrow(UnfitNotice)
  }

  /** Runs the jobs of the next two days. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      clock.advance(86_400)
      for (const { id, status } of (await read()).orders) {
        if (status === 0) await expireOrder(ctx, id)
        else await checkOrder(ctx, id)
      }
      for (const { id, state } of (await read()).refunds) if (state === 'approved') await checkRefund(ctx, id)
    }
  }

  /** Checks the invariants that hold at any time. */
  async function check(): Promise<void> {
    const { orders: allOrders, payments: allPayments, refunds: allRefunds, events, ledger, rights } = await read()
    const sum = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0)

    expect(allOrders.filter(({ status }) => status === 0).length).toBeLessThanOrEqual(1)
    const live = rights.filter(({ revoked_at }) => revoked_at === null)
    expect(live.length).toBeLessThanOrEqual(1)
    for (const order of allOrders) {
      const ofOrder = <T extends { order_id: number }>(rows: T[]) =>
        rows.filter(({ order_id }) => order_id === order.id)
      const settled = ofOrder(allPayments).filter(({ settles }) => settles)
      expect(settled.length).toBe([1, 4, 5].includes(order.status) ? 1 : 0)
      // The ledger sum equals the order's amount plus pending surplus refunds.
      const surplus = ofOrder(allRefunds).filter(({ kind, state }) => kind === 'surplus' && state === 'approved')
      const paidCents = [1, 4].includes(order.status) ? order.pay_cents : 0
      expect(sum(ofOrder(ledger))).toBe(paidCents + sum(surplus))
      // The entitlement is active exactly while the order status allows it.
      const isRefundAsked = ofOrder(allRefunds).some(({ kind, state }) => kind === 'order' && state === 'asked')
      const entitled = order.status === 1 || (order.status === 4 && isRefundAsked)
      expect(live.some(({ source }) => source === `order ${order.id}`)).toBe(entitled)
      // The history contains only allowed transitions.
      const history = ofOrder(events)
      expect(history[0]?.status).toBe(0)
      for (const [i, event] of history.entries())
        if (i > 0) expect(canChangeOrder(history[i - 1]!.status, event.status, event.actor)).toBe(true)
      expect(history.at(-1)?.status).toBe(order.status)
    }
    for (const payment of allPayments) {
      // A payment stored as paid is paid at the service; every payment that completes no order is refunded.
      if (payment.state === 'paid') expect(payment.trade).toBe('paid')
      const goingBack = allRefunds.filter((refund) => refund.payment_id === payment.id && refund.state !== 'declined')
      if (payment.state === 'paid' && !payment.settles) expect(goingBack.length).toBe(1)
      expect(goingBack.length).toBeLessThanOrEqual(1)
      if (payment.refund_no) expect(goingBack[0]?.no).toBe(payment.refund_no)
    }
  }

  /** Checks the invariants that hold after all jobs have run. */
  async function checkAtRest(): Promise<void> {
    await check()
    const { orders: allOrders, payments: allPayments, refunds: allRefunds } = await read()
    expect(allOrders.filter(({ status }) => status === 0)).toEqual([])
    for (const payment of allPayments) expect(payment.state).toBe(payment.trade === 'paid' ? 'paid' : 'closed')
    expect(allRefunds.filter(({ state }) => state === 'approved')).toEqual([])
    // Payments that were not refunded belong to completed orders.
    const unrefunded = allPayments.filter(({ trade, refund_no }) => trade === 'paid' && !refund_no)
    const good = allOrders.filter(({ status }) => status === 1 || status === 4)
    expect(unrefunded.map(({ order_id }) => order_id)).toEqual(good.map(({ id }) => id))
  }

  return { run, settle, check, checkAtRest }
}

async function play(batches: { what: Step; pick: number }[][]): Promise<void> {
  const model = await newModel()
  await model.run('create', 0)
  await model.run('begin', 0)
  for (const batch of batches) {
    await Promise.all(batch.map(({ what, pick }) => model.run(what, pick)))
    await model.check()
  }
  await model.settle()
  await model.checkAtRest()
}

it(
  `${sequences} random sequences of orders, payments, notifications and refunds keep the ledger consistent`,
  async () => {
    const several = fc.array(sequence, { minLength: atOnce, maxLength: atOnce })
    await fc.assert(
      fc.asyncProperty(several, async (worlds) => {
        await Promise.all(worlds.map(play))
      }),
      { numRuns: Math.ceil(sequences / atOnce) },
    )
    expect(await shop.mismatches()).toEqual([])
    // The time-out of the long run grows with the number of sequences.
  },
  60_000 + sequences * 1000,
)
