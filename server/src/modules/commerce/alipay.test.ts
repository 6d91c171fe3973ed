import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlipayForgery } from '../../testing/simulators/alipay'
import { asStaff, createStaff } from '../../testing/staff'
import { desktop, phoneUserAgent, startShop, type TestShop } from './commerce.fixture'
import { reconcileDue } from './reconcile'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop({ services: true })
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await shop.close()
})

/** Creates an order whose payer has opened Alipay's page. */
async function startAlipay(userAgent = phoneUserAgent, { opened = true } = {}) {
  const made = await shop.openOrder()
  const { client, order, buyer, item } = made
  const headers = { 'user-agent': userAgent }
  const action = await client.call('POST /v1/order_pay', { id: order.id, channel: 'alipay' }, { headers })
  if (action.way !== 'wap' && action.way !== 'page') throw new Error('not at Alipay')
  if (opened) expect((await fetch(action.url)).status).toBe(200)
  return {
    ...made,
    url: action.url,
    way: action.way,
    no: await shop.paymentNo(order.id),
    status: async () => (await client.call('GET /v130/order_info', { id: order.id })).status,
    rights: () => shop.rightsOf(buyer.id, item.id),
    ledger: () => shop.ledgerOf(order.id),
  }
}

describe('paying with Alipay', () => {
  it.each([
    [phoneUserAgent, 'wap'],
    [desktop, 'page'],
  ])("pays on Alipay's page and returns to the result page: %s", async (userAgent, way) => {
    const { way: chosen, url, order, status, rights, ledger } = await startAlipay(userAgent)
    expect(chosen).toBe(way)
    const confirmed = await fetch(url, { method: 'POST', redirect: 'manual' })
    expect(confirmed.headers.get('location')).toBe(`${shop.secondBase}/#/pages/buy/result?id=${order.id}`)
    expect(await status()).toBe(1)
    expect(await rights()).toHaveLength(1)
    expect(await ledger()).toEqual([5940])
    expect(shop.alipay.undelivered()).toEqual([])
  })

  it('Alipay rejects a modified payment link', async () => {
    const { url, no } = await startAlipay(phoneUserAgent, { opened: false })
    const changed = new URL(url)
    const content = JSON.parse(changed.searchParams.get('biz_content')!)
    changed.searchParams.set('biz_content', JSON.stringify({ ...content, total_amount: '0.01' }))
    expect((await fetch(changed)).status).toBe(400)
    expect(shop.alipay.trades.has(no)).toBe(false)
  })

  const forgeries: AlipayForgery[] = ['signature', 'weak', 'app', 'seller', 'amount']
  it.each(forgeries)('rejects a forged notification: %s', async (forgery) => {
    const { no, status, rights } = await startAlipay()
    expect(await shop.alipay.report(no, forgery)).toBe(false)
    expect(await status()).toBe(0)
    expect(await rights()).toEqual([])
  })

  it('repeated notifications of Alipay have no further effect', async () => {
    const { no, ledger } = await startAlipay()
    await shop.alipay.pay(no)
    expect(await Promise.all([1, 2, 3].map(() => shop.alipay.report(no)))).toEqual([true, true, true])
    expect(await ledger()).toEqual([5940])
  })

  it('a query finds a payment that was not notified, and leaves an unopened payment page payable', async () => {
    const paid = await startAlipay()
    const unopened = await startAlipay(phoneUserAgent, { opened: false })
    await shop.alipay.pay(paid.no, { notified: false })
    shop.clock.advance(30)
    await reconcileDue(shop.env)
    expect(await paid.status()).toBe(1)
    expect(await unopened.status()).toBe(0)
    // The page is opened and paid only after the first query.
    await fetch(unopened.url)
    await shop.alipay.pay(unopened.no)
    expect(await unopened.status()).toBe(1)
  })

  it('refunds a payment made on the page of a cancelled order', async () => {
    const { client, order, url, no, status, ledger } = await startAlipay(phoneUserAgent, { opened: false })
    await client.call('POST /v1/order_cancel', { id: order.id })
    await reconcileDue(shop.env)
    await fetch(url)
    await shop.alipay.pay(no, { notified: false })
    shop.clock.advance(120)
    await reconcileDue(shop.env)
    await shop.work()
    expect(await status()).toBe(2)
    expect(await ledger()).toEqual([5940, -5940])
  })

  it('a refund by Alipay returns the money once and revokes the entitlement', async () => {
    const { client, order, no, status, rights, ledger } = await startAlipay()
    await shop.alipay.pay(no)
    await client.call('POST /v1/order_refund', { id: order.id })
    await shop.work()
    expect(await status()).toBe(5)
    expect(await shop.alipay.report(no)).toBe(true)
    expect(await ledger()).toEqual([5940, -5940])
    expect(await rights()).toMatchObject([{ revoked_at: expect.any(Number) }])
  })

  it('records each partial refund once, although notifications carry the sum of all of them', async () => {
    const { client, order, no, status, rights, ledger } = await startAlipay()
    await shop.alipay.pay(no)
    const finance = await asStaff(shop, await createStaff(shop, 'finance'))
    const refund = (cents?: number) =>
      finance.call('POST /staff/v1/order_refund', { no: order.no, cents, reason: '补偿' })
    await refund(1000)
    await shop.work()
    await refund(2000)
    await shop.work()
    expect([...shop.alipay.trades.get(no)!.refunds.values()]).toEqual([1000, 2000])
    expect(await status()).toBe(1)
    expect(await rights()).toMatchObject([{ revoked_at: null }])
    // Notifications repeated in reverse order record nothing more.
    const [first, second] = [...shop.alipay.trades.get(no)!.refunds.keys()]
    for (const refundNo of [second, first]) expect(await shop.alipay.report(no, undefined, refundNo)).toBe(true)
    expect(await refund()).toEqual({ needsSecond: false, cents: 2940 })
    await shop.work()
    expect(await shop.alipay.report(no)).toBe(true)
    expect(await status()).toBe(5)
    expect(await rights()).toMatchObject([{ revoked_at: expect.any(Number) }])
    expect(await ledger()).toEqual([5940, -1000, -2000, -2940])
    const info = await client.call('GET /v130/order_info', { id: order.id })
    expect(info.partRefunds.map(({ cents }) => cents)).toEqual([2000, 1000])
  })

  it('a payment made while Alipay cannot be queried is found by a later query', async () => {
    const { client, order, no, status } = await startAlipay()
    await shop.alipay.pay(no, { notified: false })
    shop.alipay.fail(true)
    expect((await client.call('GET /v1/get_order_status', { id: order.id })).status).toBe(0)
    shop.alipay.fail(false)
    shop.clock.advance(120)
    await reconcileDue(shop.env)
    expect(await status()).toBe(1)
  })
})
