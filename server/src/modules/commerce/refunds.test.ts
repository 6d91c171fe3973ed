import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOps } from '../../testing/ops'
import { atCashier, startShop, type TestShop } from './commerce.fixture'
import { commerceAccountData } from './public'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await shop.close()
})

const day = 86_400

const ops = async (...args: string[]) => (await runOps(shop, ...args)).join('\n')

/** Creates a paid order; the item has ten chapters, of which `studied` percent are completed. */
async function paid({ studied = 0 } = {}) {
  const made = await shop.openOrder()
  const { buyer, client, item, order } = made
  await atCashier(client, order.id, 'pay')
  await shop.db.updateTable('curricula').set({ chapter_count: 10 }).where('id', '=', item.id).execute()
  for (let i = 0; i < studied / 10; i++) {
    const { id } = await shop.db
      .insertInto('chapters')
      .values({
        uid: crypto.randomUUID(),
        curriculum_id: item.id,
        position: i,
        slug: `chapter-${i}`,
        title: `第 ${i + 1} 章`,
        kind: 'text',
        free: false,
        html: '',
        plain: '',
        word_count: 1,
        minutes: 1,
        duration_seconds: 0,
        content_hash: Buffer.alloc(1),
        updated_at: shop.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('progress')
      .values({
        user_id: buyer.id,
        chapter_id: id,
        curriculum_id: item.id,
        percent: Math.min(100, (studied - i * 10) * 10),
        updated_at: shop.clock.now(),
      })
      .execute()
  }
  const info = () => client.call('GET /v130/order_info', { id: order.id })
  return { ...made, info }
}

describe('POST /v1/order_refund', () => {
  it.each([
    { days: 0, studied: 0, offer: 'at-once' },
    { days: 7, studied: 19, offer: 'at-once' },
    { days: 7, studied: 20, offer: 'review' },
    { days: 8, studied: 0, offer: 'review' },
  ])('the refund offer after $days days with $studied % studied is $offer', async ({ days, studied, offer }) => {
    const { client, order, info } = await paid({ studied })
    shop.clock.advance(days * day)
    expect(await info()).toMatchObject({ refundOffer: offer, studiedPercent: studied })
    const ask = (reason?: string) => client.send('POST /v1/order_refund', { id: order.id, reason })
    if (offer === 'review') expect((await ask()).data.error).toBe('refund-reason-required')
    expect((await ask('看不懂')).code).toBe(1)
    await shop.work()
    const after = await info()
    expect(after.status).toBe(offer === 'review' ? 4 : 5)
    expect(after.curriculum.owned).toBe(offer === 'review')
    expect(after.refund).toMatchObject({ state: offer === 'review' ? 'asked' : 'done', cents: 5940, reason: '看不懂' })
  })

  it('ten concurrent requests create one refund', async () => {
    const { client, order } = await paid()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? client : shop.atSecond(client)).send('POST /v1/order_refund', { id: order.id }),
      ),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    await shop.work()
    expect(await shop.ledgerOf(order.id)).toEqual([5940, -5940])
  })
})

describe('npm run ops -- orders', () => {
  async function asked() {
    const made = await paid()
    shop.clock.advance(8 * day)
    await made.client.call('POST /v1/order_refund', { id: made.order.id, reason: '换了专业' })
    return made
  }

  it('lists pending refunds and approves them', async () => {
    const { order, info } = await asked()
    expect(await ops('orders', 'list', '退款中')).toContain(`${order.no}`)
    expect(await ops('orders', 'list', '退款中')).toContain('等待审核：换了专业')
    expect(await ops('orders', 'refund', order.no)).toContain('已受理')
    await shop.work()
    expect(await info()).toMatchObject({ status: 5, curriculum: { owned: false } })
    await expect(ops('orders', 'refund', order.no)).rejects.toThrow('不能退款')
  })

  it('declines a refund with a reason, after which the owner may request it again', async () => {
    const { client, buyer, order, info } = await asked()
    await expect(ops('orders', 'decline', order.no)).rejects.toThrow('用法')
    expect(await ops('orders', 'decline', order.no, '已超过期限')).toContain('已退回')
    expect(await info()).toMatchObject({
      status: 1,
      curriculum: { owned: true },
      refund: { state: 'declined', note: '已超过期限' },
    })
    const message = await shop.db
      .selectFrom('messages')
      .select(['title', 'body'])
      .where('user_id', '=', buyer.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(message).toMatchObject({ title: '退款申请未通过', body: expect.stringContaining('已超过期限') })
    await client.call('POST /v1/order_refund', { id: order.id, reason: '再试一次' })
    expect((await info()).status).toBe(4)
  })

  it('refunds an order by its number without a request', async () => {
    const { order, info } = await paid()
    expect(await ops('orders', 'refund', order.no, '内容下架')).toContain('已受理')
    await shop.work()
    expect((await info()).status).toBe(5)
    await expect(ops('orders', 'refund', 'x')).rejects.toThrow('用法')
    await expect(ops('orders', 'refund', '20270115000000000000')).rejects.toThrow('没有这笔订单')
  })

  it('finds orders by mobile number and reports whether ledger and orders match', async () => {
    const { buyer, order } = await paid()
    const { mobile } = await shop.db
      .selectFrom('users')
      .select('mobile')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    expect(await ops('orders', 'list', mobile!)).toContain(order.no)
    expect(await ops('orders', 'check')).toContain('一致')
    await shop.db.updateTable('orders').set({ pay_cents: 1 }).where('uid', '=', order.id).execute()
    await expect(ops('orders', 'check')).rejects.toThrow('1 笔')
    await shop.db.updateTable('orders').set({ pay_cents: 5940 }).where('uid', '=', order.id).execute()
  })
})

describe('the ledger', () => {
  it('the ledger rejects updates and deletes', async () => {
    await paid()
    await expect(shop.db.deleteFrom('money_events').execute()).rejects.toThrow('append-only')
    const change = shop.db.updateTable('money_events').set({ cents: 1 } as never)
    await expect(change.execute()).rejects.toThrow('append-only')
    await expect(shop.db.deleteFrom('order_events').execute()).rejects.toThrow('append-only')
  })
})

describe('invoices', () => {
  const company = {
    kind: 'company' as const,
    title: '江城大学',
    taxNo: '12420000dxx0000012',
    email: ' zhou@example.cn ',
  }

  it('an invoice can be requested, corrected until it is issued, and exported as CSV', async () => {
    const { client, order } = await paid()
    const orderId = order.id
    expect(await client.call('GET /v1/invoice_info', { orderId })).toBeNull()
    const made = await client.call('POST /v1/invoice_request', { orderId, ...company })
    expect(made).toMatchObject({
      taxNo: '12420000DXX0000012',
      email: 'zhou@example.cn',
      cents: 5940,
      state: 'requested',
    })
    const personal = {
      kind: 'personal' as const,
      title: '=周同学, "小周"',
      taxNo: company.taxNo,
      email: 'z@example.cn',
    }
    await client.call('POST /v1/invoice_request', { orderId, ...personal })
    const csv = await ops('orders', 'invoices')
    expect(csv).toContain(`${order.no},线性代数,个人,"'=周同学, ""小周""",,z@example.cn,59.40`)
    expect(await ops('orders', 'invoiced', order.no)).toContain('已记录')
    expect(await ops('orders', 'invoices')).not.toContain(order.no)
    expect((await client.call('GET /v1/invoice_info', { orderId }))?.state).toBe('issued')
    const again = await client.send('POST /v1/invoice_request', { orderId, ...company })
    expect(again.data.error).toBe('invoice-issued')
  })

  it.each([
    { ...company, taxNo: '12420000DXX0000013' },
    { ...company, taxNo: '' },
    { ...company, email: 'nobody' },
    { ...company, title: ' ' },
  ])('an invoice request rejects invalid input: %o', async (wrong) => {
    const { client, order } = await paid()
    const { code, msg } = await client.send('POST /v1/invoice_request', { orderId: order.id, ...wrong })
    expect(code).toBe(0)
    expect(msg).toMatch(/税号|邮箱|抬头/)
  })

  it('invoices require a paid order and are withdrawn after a refund', async () => {
    const { client, order } = await shop.openOrder()
    const refused = await client.send('POST /v1/invoice_request', { orderId: order.id, ...company })
    expect(refused.data.error).toBe('invoice-refused')
    const bought = await paid()
    await bought.client.call('POST /v1/invoice_request', { orderId: bought.order.id, ...company })
    await bought.client.call('POST /v1/order_refund', { id: bought.order.id })
    await shop.work()
    expect((await bought.info()).invoice?.state).toBe('withdrawn')
  })
})

describe('account data of commerce', () => {
  it('an account with an unpaid order or a pending refund cannot be cancelled', async () => {
    const { buyer, client, order } = await shop.openOrder()
    const check = () => commerceAccountData.cancelCheck!(shop.db, buyer.id)
    expect(await check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('未付款'),
      link: 'pages/order/index?tab=unpaid',
    })
    await client.call('POST /v1/order_cancel', { id: order.id })
    expect(await check()).toMatchObject({ ok: true })
    const bought = await paid()
    expect(await commerceAccountData.cancelCheck!(shop.db, bought.buyer.id)).toMatchObject({ ok: true })
    await bought.client.call('POST /v1/order_refund', { id: bought.order.id })
    const during = await commerceAccountData.cancelCheck!(shop.db, bought.buyer.id)
    expect(during).toMatchObject({ ok: false, detail: expect.stringContaining('退款') })
    await shop.work()
    expect(await commerceAccountData.cancelCheck!(shop.db, bought.buyer.id)).toMatchObject({ ok: true })
  })

  it('exports orders and anonymises them on erasure', async () => {
    const { buyer, client, order } = await paid()
    await client.call('POST /v1/invoice_request', {
      orderId: order.id,
      kind: 'personal',
      title: '周同学',
      email: 'z@example.cn',
    })
    expect(await commerceAccountData.hasRecords!(shop.db, buyer.id)).toBe(true)
    const data = JSON.stringify(await commerceAccountData.exportData!(shop.db, buyer.id))
    expect(data).toContain(order.no)
    expect(data).toContain('z@example.cn')
    await commerceAccountData.erase!(shop.db, buyer.id, shop.clock.now())
    const left = await shop.db
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['o.no', 'i.title', 'i.email'])
      .where('o.uid', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(left).toEqual({ no: order.no, title: '', email: '' })
  })
})
