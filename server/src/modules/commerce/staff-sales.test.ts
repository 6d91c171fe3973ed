import { formatDate } from '@dxx/contract/rules/time-from'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'
import { atCashier, startShop, type TestShop } from './commerce.fixture'

let shop: TestShop
let finance: Client
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())
beforeEach(logIn)

/** Sessions of the console end when the clock advances. */
async function logIn() {
  finance = await asStaff(shop, await createStaff(shop, 'finance', undefined, '财务'))
}

const day = 86_400

it('sales by day and item are those of the ledger, refunds on the day they were made', async () => {
  const first = await shop.openOrder()
  await atCashier(first.client, first.order.id, 'pay')
  const from = formatDate(shop.clock.now())
  shop.clock.advance(day)
  const second = await shop.openOrder()
  await atCashier(second.client, second.order.id, 'pay')
  await first.client.call('POST /v1/order_refund', { id: first.order.id })
  await shop.work()
  const to = formatDate(shop.clock.now())
  await logIn()
  const { total, days, items } = await finance.call('GET /staff/v1/sales', { from, to })
  expect(total).toEqual({ payments: 2, cents: 11_880, refunds: 1, refundCents: 5940 })
  expect(days).toEqual([
    { day: from, payments: 1, cents: 5940, refunds: 0, refundCents: 0 },
    { day: to, payments: 1, cents: 5940, refunds: 1, refundCents: 5940 },
  ])
  expect(items.find(({ id }) => id === first.item.uid)).toMatchObject({ cents: 5940, refundCents: 5940 })
  const one = await finance.call('GET /staff/v1/sales', { from, to, item: second.item.uid })
  expect(one.total).toEqual({ payments: 1, cents: 5940, refunds: 0, refundCents: 0 })
  expect(one.items).toHaveLength(1)
})

it('sales are split by where the payer paid, and exchange codes count without money', async () => {
  const { client, order, item } = await shop.openOrder()
  await atCashier(client, order.id, 'pay')
  const day = formatDate(shop.clock.now())
  const ask = (more = {}) => finance.call('GET /staff/v1/sales', { from: day, to: day, item: item.uid, ...more })
  const all = await ask()
  expect(all.channels).toEqual([
    { channel: 'web', payments: 1, cents: 5940, refunds: 0, refundCents: 0 },
    { channel: 'wechat', payments: 0, cents: 0, refunds: 0, refundCents: 0 },
    { channel: 'app', payments: 0, cents: 0, refunds: 0, refundCents: 0 },
  ])
  expect(await ask({ channel: 'web' })).toMatchObject({ total: { payments: 1, cents: 5940 }, itemCount: 1 })
  expect(await ask({ channel: 'wechat' })).toMatchObject({ total: { payments: 0, cents: 0 }, items: [], itemCount: 0 })
  const batch = await shop.db
    .insertInto('coupon_batches')
    .values({ title: '兑换', expires_at: shop.clock.now() + 1000, created_at: shop.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db.insertInto('coupon_items').values({ batch_id: batch.id, curriculum_id: item.id }).execute()
  const { id: user } = await shop.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const used = { batch_id: batch.id, used_by: user, used_at: shop.clock.now() }
  await shop.db
    .insertInto('coupons')
    .values([
      { ...used, code_hash: Buffer.from('a') },
      { ...used, code_hash: Buffer.from('b') },
    ])
    .execute()
  expect(await ask()).toMatchObject({ exchanges: 2, items: [{ exchanges: 2, cents: 5940 }] })
  expect((await ask({ channel: 'web' })).exchanges).toBe(0)
})

it('rejects a period that ends before it starts or is longer than a year', async () => {
  const ask = (from: string, to: string) => finance.send('GET /staff/v1/sales', { from, to })
  expect((await ask('2026-09-02', '2026-09-01')).msg).toContain('结束日期')
  expect((await ask('2024-09-02', '2026-09-01')).msg).toContain('366')
})

it('the ledger check finds a changed order, a changed price and a changed daily sum', async () => {
  const check = () => finance.call('GET /staff/v1/ledger_check', {})
  expect(await check()).toMatchObject({ mismatches: [], wrongPrices: [], wrongDays: [] })
  const { client, order, item } = await shop.openOrder()
  await atCashier(client, order.id, 'pay')
  await shop.db.updateTable('orders').set({ pay_cents: 5941 }).where('uid', '=', order.id).execute()
  await shop.db.updateTable('daily_sales').set({ cents: 1 }).where('curriculum_id', '=', item.id).execute()
  const found = await check()
  expect(found.mismatches).toMatchObject([{ no: order.no, held: 5940, expected: 5941 }])
  expect(found.wrongPrices).toEqual([order.no])
  expect(found.wrongDays).toEqual([formatDate(shop.clock.now())])
})
