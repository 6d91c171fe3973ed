import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantEntitlement } from '../access/public'
import { atCashier, startShop, type TestShop } from './commerce.fixture'
import { expireOrders } from './jobs'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await shop.close()
})

const statusOf = async (client: Awaited<ReturnType<TestShop['as']>>, id: string) =>
  (await client.call('GET /v130/order_info', { id })).status

describe('GET /v1/order_confirm', () => {
  it('returns the item, whether it is owned, and the unpaid order', async () => {
    const { client, item, order } = await shop.openOrder()
    const look = () => client.call('GET /v1/order_confirm', { curriculumId: item.uid })
    expect(await look()).toMatchObject({ item: { id: item.uid, owned: false }, order: { id: order.id, status: 0 } })
    const stranger = await shop.as()
    expect(await stranger.call('GET /v1/order_confirm', { curriculumId: item.uid })).toMatchObject({ order: null })
    shop.clock.advance(1800)
    expect(await look()).toMatchObject({ order: null })
    const again = await client.call('POST /v1/order_create', { curriculumId: item.uid })
    await atCashier(client, again.id, 'pay')
    expect(await look()).toMatchObject({ item: { owned: true }, order: null })
    const hidden = await shop.newItem({ published: false })
    expect(await client.send('GET /v1/order_confirm', { curriculumId: hidden.uid })).toMatchObject({
      data: { error: 'curriculum-not-found' },
    })
  })
})

describe('POST /v1/order_create', () => {
  it('uses the price of the server and ignores client values', async () => {
    const client = await shop.as()
    const item = await shop.newItem({ priceCents: 9999, percent: 33.33 })
    const hostile = { curriculumId: item.uid, price: 1, amount: '0.01,1', payCents: 1, count: 9, status: 1, paidAt: 1 }
    const { data } = await shop.guest.send('POST /v1/order_create', hostile)
    expect(data).toMatchObject({ error: 'not-logged-in' })
    const order = await client.call('POST /v1/order_create', hostile)
    expect(order).toMatchObject({ status: 0, amount: '99.99,33.33', payCents: 3333, paidAt: null })
    expect(order.expiresAt - order.createdAt).toBe(1800)
  })

  it('an order requires a mobile number', async () => {
    const item = await shop.newItem()
    const client = await shop.as(await shop.createUser({ mobile: null }))
    expect(await client.send('POST /v1/order_create', { curriculumId: item.uid })).toMatchObject({ code: 5 })
  })

  it('creates one order for concurrent requests at two servers', async () => {
    const client = await shop.as()
    const item = await shop.newItem()
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? client : shop.atSecond(client)).call('POST /v1/order_create', { curriculumId: item.uid }),
      ),
    )
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect((await client.call('GET /v1/order_list', {})).total).toBe(1)
  })

  it("returns the user's own open order and leaves orders of other users unchanged", async () => {
    const { item, order } = await shop.openOrder()
    shop.clock.advance(1800)
    const client = await shop.as()
    const again = () => client.call('POST /v1/order_create', { curriculumId: item.uid })
    const { id } = await again()
    expect((await again()).id).toBe(id)
    // The other user's order is overdue, but only the job or its own user closes it.
    const otherOrder = await shop.db
      .selectFrom('orders')
      .select('status')
      .where('uid', '=', order.id)
      .executeTakeFirst()
    expect(otherOrder).toEqual({ status: 0 })
  })

  it('rejects items that are owned, free, unknown or unpublished', async () => {
    const user = await shop.createUser()
    const client = await shop.as(user)
    const refused = async (curriculumId: string) =>
      (await client.send('POST /v1/order_create', { curriculumId })).data.error
    const owned = await shop.newItem()
    await grantEntitlement(shop.db, { userId: user.id, curriculumId: owned.id, source: 'free', now: shop.clock.now() })
    expect(await refused(owned.uid)).toBe('already-owned')
    expect(await refused((await shop.newItem({ percent: 0 })).uid)).toBe('item-free')
    expect(await refused((await shop.newItem({ published: false })).uid)).toBe('curriculum-not-found')
    expect(await refused('00000000-0000-4000-8000-000000000000')).toBe('curriculum-not-found')
  })

  it('keeps the price for 30 minutes; a later order has the new price', async () => {
    const { client, item, order } = await shop.openOrder()
    await shop.db.updateTable('curricula').set({ price_cents: 20_000 }).where('id', '=', item.id).execute()
    const again = await client.call('POST /v1/order_create', { curriculumId: item.uid })
    expect(again).toMatchObject({ id: order.id, payCents: 5940 })
    shop.clock.advance(1800)
    const fresh = await client.call('POST /v1/order_create', { curriculumId: item.uid })
    expect(fresh.id).not.toBe(order.id)
    expect(fresh.payCents).toBe(12_000)
    expect(await statusOf(client, order.id)).toBe(3)
  })

  it('grants free items without an order, once', async () => {
    const user = await shop.createUser()
    const client = await shop.as(user)
    const item = await shop.newItem({ priceCents: 0 })
    await Promise.all(
      Array.from({ length: 10 }, () => client.call('POST /v1/free_receive', { curriculumId: item.uid })),
    )
    expect(await shop.rightsOf(user.id, item.id)).toEqual([{ source: 'free', revoked_at: null }])
    const paid = await shop.newItem()
    const { data } = await client.send('POST /v1/free_receive', { curriculumId: paid.uid })
    expect(data.error).toBe('item-not-free')
    expect(await shop.rightsOf(user.id, paid.id)).toEqual([])
  })
})

describe('order operations of the owner', () => {
  it('the owner cannot set an order to paid by any status value', async () => {
    const { buyer, client, item, order } = await shop.openOrder()
    for (const status of [0, 1, 3, 5, 7, -1, 1.5]) {
      const { data } = await client.send('POST /v1/set_order_status', { id: order.id, status, paidAt: 1 })
      expect(data.error).toBe(status === 1.5 || status < 0 ? 'invalid-input' : 'order-status-refused')
    }
    expect((await client.send('POST /v1/order_refund', { id: order.id })).data.error).toBe('order-status-refused')
    expect(await statusOf(client, order.id)).toBe(0)
    expect(await shop.rightsOf(buyer.id, item.id)).toEqual([])
  })

  it('returns order-not-found for orders of other users', async () => {
    const { order } = await shop.openOrder()
    const stranger = await shop.as()
    const id = order.id
    const tries = await Promise.all([
      stranger.send('GET /v130/order_info', { id }),
      stranger.send('GET /v1/get_order_status', { id }),
      stranger.send('POST /v1/set_order_status', { id, status: 2 }),
      stranger.send('POST /v1/order_cancel', { id }),
      stranger.send('POST /v1/order_refund', { id, reason: '不想要' }),
      stranger.send('POST /v1/order_delete', { id }),
      stranger.send('POST /v1/order_pay', { id, channel: 'test' }),
      stranger.send('GET /v1/invoice_info', { orderId: id }),
    ])
    expect(tries.map(({ data }) => data.error)).toEqual(Array(8).fill('order-not-found'))
  })

  it('cancels an unpaid order, which can then not be paid', async () => {
    const { client, order } = await shop.openOrder()
    const { status } = await client.call('POST /v1/order_cancel', { id: order.id })
    expect(status).toBe(2)
    const { data } = await client.send('POST /v1/order_pay', { id: order.id, channel: 'test' })
    expect(data.error).toBe('order-not-payable')
    const again = await client.send('POST /v1/order_cancel', { id: order.id })
    expect(again.data.error).toBe('order-status-refused')
  })

  it('deletes finished orders and rejects deleting unpaid ones', async () => {
    const { client, order } = await shop.openOrder()
    expect((await client.send('POST /v1/order_delete', { id: order.id })).data.error).toBe('order-status-refused')
    await client.call('POST /v1/order_cancel', { id: order.id })
    await client.call('POST /v1/order_delete', { id: order.id })
    expect((await client.call('GET /v1/order_list', {})).list).toEqual([])
    expect((await client.send('GET /v130/order_info', { id: order.id })).data.error).toBe('order-not-found')
  })

  it('lists orders by status and page', async () => {
    const user = await shop.createUser()
    const orders = []
    for (let i = 0; i < 3; i++) {
      orders.push((await shop.openOrder(user)).order.id)
      shop.clock.advance(1)
    }
    const client = await shop.as(user)
    await client.call('POST /v1/set_order_status', { id: orders[0]!, status: 2 })
    const waiting = await client.call('GET /v1/order_list', { status: [0] })
    expect(waiting.list.map(({ id }) => id)).toEqual([orders[2], orders[1]])
    const ended = await client.call('GET /v1/order_list', { status: [2, 3] })
    expect(ended).toMatchObject({ total: 1, list: [{ id: orders[0], status: 2 }] })
    const first = await client.call('GET /v1/order_list', { pageSize: 2 })
    const next = await client.call('GET /v1/order_list', { pageSize: 2, lastItem: first.lastItem! })
    expect(next.list.map(({ id }) => id)).toEqual([orders[0]])
  })
})

describe('the test cashier', () => {
  it('“pay” at the test cashier completes the order, grants one entitlement and adds one ledger row', async () => {
    const { buyer, client, item, order } = await shop.openOrder()
    await atCashier(client, order.id, 'pay')
    expect(await client.call('GET /v1/get_order_status', { id: order.id })).toMatchObject({ status: 1 })
    expect(await shop.rightsOf(buyer.id, item.id)).toMatchObject([{ revoked_at: null }])
    expect(await shop.ledgerOf(order.id)).toEqual([5940])
    const info = await client.call('GET /v130/order_info', { id: order.id })
    expect(info.timeline.map(({ status }) => status)).toEqual([0, 1])
    expect(info).toMatchObject({
      channel: 'test',
      refundOffer: 'at-once',
      mayInvoice: true,
      curriculum: { owned: true },
    })
    // After paying, a user who navigates back can neither order nor pay again.
    const { data } = await client.send('POST /v1/order_create', { curriculumId: item.uid })
    expect(data.error).toBe('already-owned')
    const pay = await client.send('POST /v1/order_pay', { id: order.id, channel: 'test' })
    expect(pay.data.error).toBe('order-not-payable')
  })

  it('“fail” at the test cashier changes nothing, and a retry uses the same payment', async () => {
    const { client, order } = await shop.openOrder()
    const no = await atCashier(client, order.id, 'fail')
    expect(await statusOf(client, order.id)).toBe(0)
    expect(await atCashier(client, order.id, 'pay')).toBe(no)
    expect(await statusOf(client, order.id)).toBe(1)
  })

  it('“close” at the test cashier closes the payment; the order can be paid with another', async () => {
    const { client, order } = await shop.openOrder()
    const no = await atCashier(client, order.id, 'close')
    expect(await client.call('GET /v1/test_cashier', { no })).toMatchObject({ state: 'closed' })
    expect(await atCashier(client, order.id, 'pay')).not.toBe(no)
    expect(await statusOf(client, order.id)).toBe(1)
  })

  it('“late” at the test cashier leaves the order closed and refunds the payment', async () => {
    const { buyer, client, item, order } = await shop.openOrder()
    await atCashier(client, order.id, 'late')
    expect(await statusOf(client, order.id)).toBe(3)
    await shop.work()
    expect(await shop.ledgerOf(order.id)).toEqual([5940, -5940])
    expect(await shop.rightsOf(buyer.id, item.id)).toEqual([])
    const info = await client.call('GET /v130/order_info', { id: order.id })
    expect(info).toMatchObject({ refund: null, returned: [{ cents: 5940, done: true }] })
  })

  it('“twice” at the test cashier grants one entitlement and refunds the second payment', async () => {
    const { buyer, client, item, order } = await shop.openOrder()
    await atCashier(client, order.id, 'twice')
    await shop.work()
    expect(await statusOf(client, order.id)).toBe(1)
    expect(await shop.rightsOf(buyer.id, item.id)).toHaveLength(1)
    expect(await shop.ledgerOf(order.id)).toEqual([5940, 5940, -5940])
  })

  it('the test cashier rejects other users, and all users when it is switched off', async () => {
    const { client, order } = await shop.openOrder()
    const action = await client.call('POST /v1/order_pay', { id: order.id, channel: 'test' })
    const no = action.way === 'cashier' ? action.no : ''
    const stranger = await shop.as()
    const { data } = await stranger.send('POST /v1/test_cashier', { no, outcome: 'pay' })
    expect(data.error).toBe('payment-not-found')
    shop.env.config.payment.cashier = false
    try {
      expect((await client.send('POST /v1/test_cashier', { no, outcome: 'pay' })).data.error).toBe('cashier-off')
      expect((await client.send('GET /v1/test_cashier', { no })).data.error).toBe('cashier-off')
    } finally {
      shop.env.config.payment.cashier = true
    }
    expect(await statusOf(client, order.id)).toBe(0)
  })

  it('ten concurrent order_pay calls at two servers create one payment', async () => {
    const { client, order } = await shop.openOrder()
    const actions = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? client : shop.atSecond(client)).call('POST /v1/order_pay', { id: order.id, channel: 'test' }),
      ),
    )
    expect(new Set(actions.map((action) => JSON.stringify(action))).size).toBe(1)
  })
})

describe('order expiry', () => {
  it('orders expire after 30 minutes if they are unpaid', async () => {
    const { client, order } = await shop.openOrder()
    await expireOrders(shop.env)
    expect(await statusOf(client, order.id)).toBe(0)
    shop.clock.advance(1800)
    const { data } = await client.send('POST /v1/order_pay', { id: order.id, channel: 'test' })
    expect(data.error).toBe('order-not-payable')
    await Promise.all([expireOrders(shop.env), expireOrders(shop.env)])
    const info = await client.call('GET /v130/order_info', { id: order.id })
    expect(info.timeline.map(({ status }) => status)).toEqual([0, 3])
  })

  it('queries the service before closing: a payment in the last minute completes the order', async () => {
    const { client, order } = await shop.openOrder()
    const action = await client.call('POST /v1/order_pay', { id: order.id, channel: 'test' })
    // The order is paid at the cashier, but no notification is sent.
    const no = action.way === 'cashier' ? action.no : ''
    await shop.db.updateTable('cashier_trades').set({ state: 'paid' }).where('no', '=', no).execute()
    shop.clock.advance(1800)
    await expireOrders(shop.env)
    expect(await statusOf(client, order.id)).toBe(1)
  })
})
