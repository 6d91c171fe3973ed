import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleWechat } from '../../seed/accounts'
import type { Forgery } from '../../testing/simulators/wechatpay-signing'
import { asStaff, createStaff } from '../../testing/staff'
import { desktop, inWechat, phoneUserAgent, startShop, type TestShop } from './commerce.fixture'
import { expireOrders } from './jobs'
import { reconcileDue } from './reconcile'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop({ services: true })
})
beforeEach(() => {
  shop.wechatPay.fail(false)
  shop.wechatPay.refuseRefunds(null)
  shop.wechatPay.slowRefunds(false)
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await shop.close()
})

const from = (userAgent: string, platform = 'H5') => ({ headers: { 'user-agent': userAgent, platform } })

/** Starts the payment of an order, from a desktop by default. */
async function begun(userAgent = desktop) {
  const opened = await shop.openOrder()
  const input = { id: opened.order.id, channel: 'wechat' as const }
  const action = await opened.client.call('POST /v1/order_pay', input, from(userAgent))
  const no = await shop.paymentNo(opened.order.id)
  const status = async () => (await opened.client.call('GET /v130/order_info', { id: opened.order.id })).status
  const rights = () => shop.rightsOf(opened.buyer.id, opened.item.id)
  const ledger = () => shop.ledgerOf(opened.order.id)
  return { ...opened, action, no, status, rights, ledger }
}

describe('POST /v1/order_pay', () => {
  it('offers the payment methods that work on the device', async () => {
    const client = await shop.as()
    const ways = async (userAgent: string, platform?: string) =>
      (await client.call('GET /v1/pay_channels', {}, from(userAgent, platform))).channels.map(({ way }) => way)
    expect(await ways(desktop)).toEqual(['native', 'page', 'cashier'])
    expect(await ways(phoneUserAgent)).toEqual(['h5', 'wap', 'cashier'])
    expect(await ways(inWechat)).toEqual(['jsapi', 'cashier'])
    expect(await ways(phoneUserAgent, 'Android')).toEqual(['app', 'wap', 'cashier'])
    expect(await client.call('GET /v1/pay_channels', {}, from(phoneUserAgent, 'iOS'))).toEqual({
      channels: [],
      note: '请在网页端购买',
    })
    const { client: buyer, order } = await shop.openOrder()
    const refused = await buyer.send('POST /v1/order_pay', { id: order.id, channel: 'alipay' }, from(inWechat))
    expect(refused.data.error).toBe('channel-off')
  })

  it('returns a QR code for desktops, a link for phones and parameters for the app', async () => {
    expect((await begun(desktop)).action).toMatchObject({ way: 'native', codeUrl: expect.stringMatching(/^weixin:/) })
    const { action, order } = await begun(phoneUserAgent)
    const back = encodeURIComponent(`${shop.secondBase}/#/pages/buy/result?id=${order.id}`)
    expect(action).toMatchObject({ way: 'h5', url: expect.stringContaining(`&redirect_url=${back}`) })
    const { client, order: another } = await shop.openOrder()
    const input = { id: another.id, channel: 'wechat' as const }
    const app = await client.call('POST /v1/order_pay', input, from(phoneUserAgent, 'Android'))
    expect(app).toMatchObject({ way: 'app', partnerId: shop.wechatPay.settings.mchId, package: 'Sign=WXPay' })
  })

  it('signs the JSAPI parameters for the paying openid inside WeChat', async () => {
    const { client, buyer, order } = await shop.openOrder()
    const pay = (code?: string) =>
      client.send('POST /v1/order_pay', { id: order.id, channel: 'wechat', wechat_code: code }, from(inWechat))
    expect((await pay()).data.error).toBe('openid-required')
    const byCode = await pay(shop.wechat.codeFor({ openid: 'o-a-friend', nickname: '朋友' }))
    const { appId, timeStamp, nonceStr, package: pack, paySign } = byCode.data as Record<string, string>
    expect(appId).toBe(sampleWechat.appId)
    const text = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${pack}\n`)
    const key = createPublicKey(shop.wechatPay.settings.privateKey)
    expect(verify('sha256', text, key, Buffer.from(paySign!, 'base64'))).toBe(true)
    // The WeChat account bound now is another payer, so a new payment number is used.
    await shop.db
      .insertInto('wechat_identities')
      .values({ user_id: buyer.id, app_id: sampleWechat.appId, openid: 'o-bound', created_at: shop.clock.now() })
      .execute()
    const before = await shop.paymentNo(order.id)
    expect((await pay()).data).toMatchObject({ way: 'jsapi' })
    expect(await shop.paymentNo(order.id)).not.toBe(before)
    expect(shop.wechatPay.trades.get(before)?.state).toBe('CLOSED')
  })

  it('returns channel-failed while WeChat is down and recovers', async () => {
    const { client, order } = await shop.openOrder()
    const pay = () => client.send('POST /v1/order_pay', { id: order.id, channel: 'wechat' }, from(desktop))
    shop.wechatPay.fail(true)
    expect((await pay()).data.error).toBe('channel-failed')
    shop.wechatPay.fail(false)
    expect((await pay()).code).toBe(1)
  })

  it('rejects responses not signed by WeChat', async () => {
    const { settings } = shop.wechatPay
    const right = settings.platformKey
    const stranger = await startShop({ services: true })
    try {
      stranger.wechatPay.settings.platformKey = right
      const { client, order } = await stranger.openOrder()
      const { data } = await client.send('POST /v1/order_pay', { id: order.id, channel: 'wechat' }, from(desktop))
      expect(data.error).toBe('channel-failed')
    } finally {
      await stranger.close()
    }
  })
})

describe('POST /api/notify/wechat', () => {
  it('completes the order; repeated notifications change nothing', async () => {
    const { no, status, rights, ledger } = await begun()
    await shop.wechatPay.pay(no)
    expect(await status()).toBe(1)
    const again = await Promise.all(Array.from({ length: 10 }, () => shop.wechatPay.report(no)))
    expect(again).toEqual(Array(10).fill(true))
    expect(await rights()).toHaveLength(1)
    expect(await ledger()).toEqual([5940])
    expect(shop.wechatPay.undelivered()).toEqual([])
  })

  const forgeries: Forgery[] = ['signature', 'serial', 'stale', 'cipher', 'merchant', 'app', 'amount', 'unknown']
  it.each(forgeries)('rejects forged or mismatching notifications: %s', async (forgery) => {
    const { no, status, rights, ledger } = await begun()
    expect(await shop.wechatPay.report(no, forgery)).toBe(false)
    expect(await status()).toBe(0)
    expect(await rights()).toEqual([])
    expect(await ledger()).toEqual([])
  })

  it('rejects requests without a signature', async () => {
    for (const body of ['', '{}', '{"event_type":"TRANSACTION.SUCCESS"}', '\0'.repeat(70_000)]) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${shop.secondBase}/api/notify/wechat`, { method: 'POST', headers, body })
      expect([401, 413]).toContain(response.status)
    }
  })

  it('a notification of WeChat Pay is acknowledged only after the commit', async () => {
    const { no, status } = await begun()
    // Makes the database reject the ledger row.
    await shop.db.schema
      .alterTable('money_events')
      .addColumn('broken', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await shop.db.schema
      .alterTable('money_events')
      .alterColumn('broken', (c) => c.dropDefault())
      .execute()
    await shop.wechatPay.pay(no)
    expect(shop.wechatPay.undelivered()).toEqual([no])
    expect(await status()).toBe(0)
    await shop.db.schema.alterTable('money_events').dropColumn('broken').execute()
    await shop.wechatPay.redeliver()
    expect(shop.wechatPay.undelivered()).toEqual([])
    expect(await status()).toBe(1)
  })

  it('a query finds payments whose notification was lost', async () => {
    const byScreen = await begun()
    const byJob = await begun()
    await shop.wechatPay.pay(byScreen.no, { notified: false })
    await shop.wechatPay.pay(byJob.no, { notified: false })
    const { status } = await byScreen.client.call('GET /v1/get_order_status', { id: byScreen.order.id })
    expect(status).toBe(1)
    expect(await byJob.status()).toBe(0)
    shop.clock.advance(30)
    await Promise.all([reconcileDue(shop.env), reconcileDue(shop.env)])
    expect(await byJob.status()).toBe(1)
    expect(await byJob.ledger()).toEqual([5940])
    // Notifications that arrive late change nothing.
    expect(await shop.wechatPay.report(byJob.no)).toBe(true)
    expect(await byJob.ledger()).toEqual([5940])
  })

  it('get_order_status queries WeChat once for repeated calls, and also succeeds while WeChat is down', async () => {
    const { client, order, no } = await begun()
    const ask = () => client.call('GET /v1/get_order_status', { id: order.id })
    const count = () => shop.wechatPay.requestPaths.filter((line) => line.endsWith(`/out-trade-no/${no}`)).length
    await ask()
    await ask()
    await ask()
    expect(count()).toBe(1)
    shop.wechatPay.fail(true)
    shop.clock.advance(10)
    expect((await ask()).status).toBe(0)
  })
})

describe('ended orders', () => {
  it('the payment of a cancelled order is closed at WeChat', async () => {
    const { client, order, no } = await begun()
    await client.call('POST /v1/order_cancel', { id: order.id })
    await reconcileDue(shop.env)
    expect(shop.wechatPay.trades.get(no)?.state).toBe('CLOSED')
    expect(await shop.wechatPay.pay(no)).toBe(false)
  })

  it('a late payment of a cancelled order is refunded, whether notified or found by a query', async () => {
    const reported = await begun()
    const found = await begun()
    for (const { client, order } of [reported, found]) await client.call('POST /v1/order_cancel', { id: order.id })
    await shop.wechatPay.pay(reported.no)
    await shop.wechatPay.pay(found.no, { notified: false })
    await reconcileDue(shop.env)
    await shop.work()
    for (const { status, rights, ledger } of [reported, found]) {
      expect(await status()).toBe(2)
      expect(await rights()).toEqual([])
      expect(await ledger()).toEqual([5940, -5940])
    }
  })

  it('the second payment of an order paid on two devices is refunded', async () => {
    const { client, order, no, status, rights, ledger } = await begun(desktop)
    await client.call('POST /v1/order_pay', { id: order.id, channel: 'wechat' }, from(phoneUserAgent))
    const second = await shop.paymentNo(order.id)
    expect(second).not.toBe(no)
    await Promise.all([shop.wechatPay.pay(no), shop.wechatPay.pay(second)])
    await shop.work()
    expect(await status()).toBe(1)
    expect(await rights()).toHaveLength(1)
    expect(await ledger()).toEqual([5940, 5940, -5940])
  })

  it('the open payment of a second device is closed when the order is paid on the first', async () => {
    const { client, order, no } = await begun(desktop)
    await client.call('POST /v1/order_pay', { id: order.id, channel: 'wechat' }, from(phoneUserAgent))
    const second = await shop.paymentNo(order.id)
    await shop.wechatPay.pay(no)
    await reconcileDue(shop.env)
    expect(shop.wechatPay.trades.get(second)?.state).toBe('CLOSED')
  })

  it('orders expire on time even while WeChat is down', async () => {
    const { status } = await begun()
    shop.wechatPay.fail(true)
    shop.clock.advance(1800)
    await expireOrders(shop.env)
    expect(await status()).toBe(3)
  })
})

describe('refunds', () => {
  const refundNo = async (orderUid: string) =>
    (
      await shop.db
        .selectFrom('refunds as r')
        .innerJoin('orders as o', 'o.id', 'r.order_id')
        .select('r.no')
        .where('o.uid', '=', orderUid)
        .executeTakeFirstOrThrow()
    ).no

  async function paid() {
    const order = await begun()
    await shop.wechatPay.pay(order.no)
    return order
  }

  it('a refund revokes the entitlement immediately and closes the order when the money is returned', async () => {
    const { client, order, status, rights, ledger } = await paid()
    shop.wechatPay.slowRefunds(true)
    expect((await client.call('POST /v1/order_refund', { id: order.id })).status).toBe(4)
    expect(await rights()).toMatchObject([{ revoked_at: shop.clock.now() }])
    await shop.work()
    expect(await status()).toBe(4)
    await shop.wechatPay.finishRefund(await refundNo(order.id))
    expect(await status()).toBe(5)
    expect(await ledger()).toEqual([5940, -5940])
    // Repeating the notifications in reverse order changes nothing.
    expect(await shop.wechatPay.report(await refundNo(order.id))).toBe(true)
    expect(await shop.wechatPay.report(await shop.paymentNo(order.id))).toBe(true)
    expect(await status()).toBe(5)
    expect(await ledger()).toEqual([5940, -5940])
  })

  it('refunds with lost notifications are found by querying', async () => {
    const { client, order, status } = await paid()
    shop.wechatPay.slowRefunds(true)
    await client.call('POST /v1/set_order_status', { id: order.id, status: 4 })
    await shop.work()
    shop.wechatPay.refunds.get(await refundNo(order.id))!.status = 'SUCCESS'
    shop.clock.advance(120)
    await reconcileDue(shop.env)
    expect(await status()).toBe(5)
  })

  it('a refund rejected by WeChat is retried after an hour and sent once', async () => {
    const { client, order, status, ledger } = await paid()
    shop.wechatPay.refuseRefunds('NOT_ENOUGH')
    await client.call('POST /v1/order_refund', { id: order.id })
    await shop.work()
    expect(await status()).toBe(4)
    shop.wechatPay.refuseRefunds(null)
    shop.clock.advance(3600)
    await Promise.all([reconcileDue(shop.env), reconcileDue(shop.env)])
    expect(await status()).toBe(5)
    expect(await ledger()).toEqual([5940, -5940])
  })

  it('each partial refund has its own number; a late notification of one is recorded', async () => {
    const { order, no, status, rights, ledger } = await paid()
    const finance = await asStaff(shop, await createStaff(shop, 'finance'))
    const refund = (cents?: number) =>
      finance.call('POST /staff/v1/order_refund', { no: order.no, cents, reason: '补偿' })
    await refund(1000)
    await shop.work()
    expect(await status()).toBe(1)
    shop.wechatPay.slowRefunds(true)
    await refund(500)
    await shop.work()
    shop.wechatPay.slowRefunds(false)
    await refund()
    await shop.work()
    const sent = [...shop.wechatPay.refunds.values()].filter((one) => one.no === no)
    expect(sent.map(({ cents }) => cents)).toEqual([1000, 500, 4440])
    expect(new Set(sent.map(({ refundNo }) => refundNo)).size).toBe(3)
    expect(await status()).toBe(5)
    expect(await rights()).toMatchObject([{ revoked_at: expect.any(Number) }])
    expect(await shop.mismatches()).toEqual([])
    await shop.wechatPay.finishRefund(sent[1]!.refundNo)
    expect(await ledger()).toEqual([5940, -1000, -4440, -500])
    expect(await shop.mismatches()).toEqual([])
  })

  it('the same item can be bought again after a refund', async () => {
    const { client, buyer, item, order } = await paid()
    await client.call('POST /v1/order_refund', { id: order.id })
    await shop.work()
    const again = await client.call('POST /v1/order_create', { curriculumId: item.uid })
    await client.call('POST /v1/order_pay', { id: again.id, channel: 'wechat' }, from(desktop))
    await shop.wechatPay.pay(await shop.paymentNo(again.id))
    expect(await shop.rightsOf(buyer.id, item.id)).toMatchObject([
      { revoked_at: expect.any(Number) },
      { revoked_at: null },
    ])
  })
})
