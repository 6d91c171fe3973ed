import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figure } from '../../proof/figures'
import { ownProcesses } from '../../testing/own-process'
import { desktop, startShop, type TestShop } from './commerce.fixture'

/** How often the server is killed; DXX_KILLS=50 for the long form. */
const kills = Number(process.env.DXX_KILLS ?? 4)
/** So that a kill meets some that wait, some in the middle and some that are done. */
const paymentsPerKill = 6

let shop: TestShop
let servers: Awaited<ReturnType<typeof ownProcesses>>
beforeAll(async () => {
  shop = await startShop({ services: true })
  servers = await ownProcesses(shop)
})
afterAll(async () => {
  await servers.remove()
  await shop.close()
})

/** Paid orders of which we have not heard. */
async function paidOrders() {
  const made = []
  for (let i = 0; i < paymentsPerKill; i++) {
    const { client, buyer, item, order } = await shop.openOrder()
    const headers = { 'user-agent': desktop }
    await client.call('POST /v1/order_pay', { id: order.id, channel: 'wechat' }, { headers })
    const no = await shop.paymentNo(order.id)
    await shop.wechatPay.pay(no, { notified: false })
    made.push({ id: order.id, no, userId: buyer.id, itemId: item.id })
  }
  return made
}

const statusOf = async (uid: string) =>
  (await shop.db.selectFrom('orders').select('status').where('uid', '=', uid).executeTakeFirstOrThrow()).status

it(`a server killed ${kills} times while payments are reported loses none and counts none twice`, async () => {
  const all = []
  let accepted = 0
  let cut = 0
  for (let kill = 0; kill < kills; kill++) {
    const orders = await paidOrders()
    all.push(...orders)
    const { child, base } = await servers.start()
    for (const { no } of orders) shop.wechatPay.trades.get(no)!.notifyUrl = `${base}/api/notify/wechat`
    const exited = once(child, 'exit')
    const reports = orders.map(({ no }) => shop.wechatPay.report(no))
    // Some moment while they run: at once, or after the first, second, … was accepted.
    const awaited = kill % paymentsPerKill
    if (awaited > 0) {
      await Promise.race([reports[awaited], exited])
      await pause(Math.random() * 8)
    }
    child.kill('SIGKILL')
    const results = await Promise.all(reports)
    await exited
    accepted += results.filter(Boolean).length
    if (!results.every(Boolean)) cut++
    // What was accepted is there without being told again.
    for (const [i, ok] of results.entries()) if (ok) expect(await statusOf(orders[i]!.id)).toBe(1)
  }
  // WeChat goes on until it is accepted; what was accepted may come again.
  for (const { no } of all) {
    shop.wechatPay.trades.get(no)!.notifyUrl = `${shop.secondBase}/api/notify/wechat`
    expect(await shop.wechatPay.report(no)).toBe(true)
  }
  for (const { id, userId, itemId } of all) {
    expect(await statusOf(id)).toBe(1)
    expect(await shop.ledgerOf(id)).toEqual([5940])
    expect(await shop.rightsOf(userId, itemId)).toHaveLength(1)
  }
  expect(await shop.mismatches()).toEqual([])
  // Kills that always came too early or too late would have shown nothing.
  expect(accepted).toBeGreaterThan(0)
  expect(cut).toBeGreaterThanOrEqual(Math.ceil(kills / 3))
  figure('faults: kill -9 during notifications', {
    kills,
    in_the_middle: cut,
    payments: all.length,
    accepted,
    lost: 0,
    doubled: 0,
  })
}, 1_200_000)
