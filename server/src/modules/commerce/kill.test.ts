import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { long, recordMeasurement } from '../../testing/measurements'
import { separateProcesses } from '../../testing/separate-process'
import { desktop, startShop, type TestShop } from './commerce.fixture'

/** Number of kills; DXX_KILLS=50 for the long run. */
const kills = Number(process.env.DXX_KILLS ?? 4)
/** Notifications sent before each kill: enough that some are waiting, some running and some finished. */
const paymentsPerKill = 6

let shop: TestShop
let servers: Awaited<ReturnType<typeof separateProcesses>>
beforeAll(async () => {
  shop = await startShop({ services: true })
  servers = await separateProcesses(shop)
})
afterAll(async () => {
  await servers.remove()
  await shop.close()
})

/** Creates paid orders whose notification has not arrived. */
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

// exams/kill.test.ts kills a server in every run.
it.runIf(long)(
  `a server killed ${kills} times during payment notifications loses no payment and counts none twice`,
  async () => {
    const all = []
    const forgotten: object[] = []
    let accepted = 0
    let cut = 0
    for (let kill = 0; kill < kills; kill++) {
      const orders = await paidOrders()
      all.push(...orders)
      const { child, base } = await servers.start()
      for (const { no } of orders) shop.wechatPay.trades.get(no)!.notifyUrl = `${base}/api/notify/wechat`
      const exited = once(child, 'exit')
      const reports = orders.map(({ no }) => shop.wechatPay.report(no))
      // Kills at varying moments: immediately, or after the notification with the number `awaited` was processed.
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
      // An accepted notification must be stored, because WeChat does not have to send it again.
      for (const [i, ok] of results.entries())
        if (ok && (await statusOf(orders[i]!.id)) !== 1) forgotten.push(orders[i]!)
    }
    // WeChat resends rejected notifications and may repeat accepted ones, so all are sent again.
    const refused: object[] = []
    for (const payment of all) {
      shop.wechatPay.trades.get(payment.no)!.notifyUrl = `${shop.secondBase}/api/notify/wechat`
      if (!(await shop.wechatPay.report(payment.no))) refused.push(payment)
    }
    const found = []
    for (const { id, userId, itemId } of all)
      found.push({
        status: await statusOf(id),
        ledger: await shop.ledgerOf(id),
        rights: (await shop.rightsOf(userId, itemId)).length,
      })
    const missing = found.filter(({ status, ledger, rights }) => status !== 1 || ledger.length === 0 || rights === 0)
    const lost = forgotten.length + missing.length
    const doubled = found.filter(({ ledger, rights }) => ledger.length > 1 || rights > 1).length
    recordMeasurement(
      'kill -9 during payment notifications',
      { kills, with_requests_in_flight: cut, payments: all.length, acknowledged: accepted, lost, duplicated: doubled },
      { target: '0 lost, 0 duplicated', ok: lost + doubled === 0 },
    )
    expect({ forgotten, refused }).toEqual({ forgotten: [], refused: [] })
    for (const one of found) expect(one).toEqual({ status: 1, ledger: [5940], rights: 1 })
    expect(await shop.mismatches()).toEqual([])
    // Ensures that some kills hit a running request.
    expect(accepted).toBeGreaterThan(0)
    expect(cut).toBeGreaterThanOrEqual(Math.ceil(kills / 3))
  },
  1_200_000,
)
