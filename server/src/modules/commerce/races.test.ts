import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../base/clock'
import { Client } from '../../testing/client'
import { separateProcesses } from '../../testing/separate-process'
import { desktop, startShop, type TestShop } from './commerce.fixture'
import { expireOrders } from './jobs'

/** Repetitions of each race, so that different participants win. */
const rounds = 8

let shop: TestShop
let servers: Awaited<ReturnType<typeof separateProcesses>>
/** Base URLs of two processes on one database; the test itself is a third. */
let bases: [string, string]
beforeAll(async () => {
  shop = await startShop({ services: true })
  servers = await separateProcesses(shop)
  bases = [(await servers.start()).base, (await servers.start()).base]
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await servers.remove()
  await shop.close()
})

const headers = { 'user-agent': desktop }
const times = <T>(count: number, work: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => work(i))
const both = (client: Client) => bases.map((base) => new Client(base, () => shop.clock.now(), client.token))

/** Creates an order that was paid at WeChat without a notification. */
async function paidThere() {
  const opened = await shop.openOrder()
  const clients = both(opened.client)
  await clients[0]!.call('POST /v1/order_pay', { id: opened.order.id, channel: 'wechat' }, { headers })
  const no = await shop.paymentNo(opened.order.id)
  await shop.wechatPay.pay(no, { notified: false })
  const status = async () => (await opened.client.call('GET /v130/order_info', { id: opened.order.id })).status
  return { ...opened, id: opened.order.id, clients, no, status }
}

/** Sends WeChat's notification to one of the processes; returns whether it was accepted. */
function report(no: string, i: number): Promise<boolean> {
  const payment = shop.wechatPay.trades.get(no) ?? shop.wechatPay.refunds.get(no)!
  payment.notifyUrl = `${bases[i % 2]}/api/notify/wechat`
  return shop.wechatPay.report(no)
}

it('forty concurrent clicks at two processes create one order and one payment', async () => {
  const client = await shop.as()
  const clients = both(client)
  const item = await shop.newItem()
  const orders = await Promise.all(
    times(40, (i) => clients[i % 2]!.call('POST /v1/order_create', { curriculumId: item.uid })),
  )
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
  const pay = { id: orders[0]!.id, channel: 'wechat' as const }
  const actions = await Promise.all(times(40, (i) => clients[i % 2]!.call('POST /v1/order_pay', pay, { headers })))
  expect(new Set(actions.map((action) => JSON.stringify(action))).size).toBe(1)
  expect((await client.call('GET /v1/order_list', {})).total).toBe(1)
})

it('repeated requests with one idempotency key return the same response from both processes', async () => {
  const client = await shop.as()
  const clients = both(client)
  const item = await shop.newItem()
  const key = crypto.randomUUID()
  const send = (i: number) => clients[i % 2]!.send('POST /v1/order_create', { curriculumId: item.uid }, { key })
  const answers = await Promise.all(times(20, send))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

it('an order paid and cancelled at the same time is completed once, or cancelled and refunded', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, no, clients, buyer, item, status } = await paidThere()
    const report6 = () => Promise.all(times(6, (i) => report(no, i)))
    const cancel6 = () => Promise.all(times(6, (i) => clients[i % 2]!.send('POST /v1/order_cancel', { id })))
    // Alternates whether notifications or cancellations start first.
    const cancelling = round % 2 ? cancel6() : null
    const [accepted, cancels] = await Promise.all([report6(), cancelling ?? cancel6()])
    const end = await status()
    expect([1, 2]).toContain(end)
    expect(accepted).toEqual(Array(6).fill(true))
    expect(cancels.filter(({ code }) => code === 1)).toHaveLength(end === 2 ? 1 : 0)
    await shop.work()
    expect(await shop.ledgerOf(id)).toEqual(end === 1 ? [5940] : [5940, -5940])
    expect(await shop.rightsOf(buyer.id, item.id)).toHaveLength(end === 1 ? 1 : 0)
  }
})

it('an order paid at the moment of expiry is completed once, whichever process handles it first', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, no, clients, buyer, item, status } = await paidThere()
    const laterEnv = { ...shop.env, clock: testClock(shop.clock.now() + 1800) }
    const expiring = [expireOrders(laterEnv), expireOrders(laterEnv)]
    const reports = times(6, (i) => report(no, i))
    const asking = times(6, (i) => clients[i % 2]!.call('GET /v1/get_order_status', { id }))
    expect(await Promise.all(reports)).toEqual(Array(6).fill(true))
    await Promise.all([...expiring, ...asking])
    // The service is queried before an order is closed, so a payment in time is never lost.
    expect(await status()).toBe(1)
    expect(await shop.ledgerOf(id)).toEqual([5940])
    expect(await shop.rightsOf(buyer.id, item.id)).toMatchObject([{ revoked_at: null }])
  }
})

it('twenty concurrent refund requests and repeated notifications at two processes refund once', async () => {
  const { id, no, clients, buyer, item, status } = await paidThere()
  expect(await report(no, 0)).toBe(true)
  const responses = await Promise.all(
    times(20, (i) => clients[i % 2]!.send('POST /v1/order_refund', { id, reason: '买错了' })),
  )
  expect(responses.filter(({ code }) => code === 1)).toHaveLength(1)
  await shop.work()
  const refunds = [...shop.wechatPay.refunds.values()].filter((refund) => refund.no === no)
  expect(refunds).toHaveLength(1)
  const accepted = await Promise.all(times(12, (i) => report(i % 3 ? refunds[0]!.refundNo : no, i)))
  expect(accepted).toEqual(Array(12).fill(true))
  expect(await status()).toBe(5)
  expect(await shop.ledgerOf(id)).toEqual([5940, -5940])
  expect(await shop.rightsOf(buyer.id, item.id)).toMatchObject([{ revoked_at: expect.any(Number) }])
})
