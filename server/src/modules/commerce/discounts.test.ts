import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommerceSchema } from '../../db/schema/commerce'
import { atCashier, startShop, type TestShop } from './commerce.fixture'

let shop: TestShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(async () => {
  expect(await shop.mismatches()).toEqual([])
  await shop.close()
})

const day = 86_400

async function newCoupon(values: Partial<Insertable<CommerceSchema['discounts']>> = {}, items: { id: number }[] = []) {
  const now = shop.clock.now()
  const coupon = await shop.db
    .insertInto('discounts')
    .values({
      title: '期中加油券',
      kind: 'amount',
      off_cents: 1000,
      per_user: 1,
      starts_at: now - day,
      ends_at: now + day,
      created_at: now,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const { id } of items)
    await shop.db.insertInto('discount_items').values({ discount_id: coupon.id, curriculum_id: id }).execute()
  return coupon
}

const revokeAll = () => shop.db.updateTable('discounts').set({ revoked_at: shop.clock.now() }).execute()

describe('GET /v1/order_confirm', () => {
  it('offers the coupon with the largest discount first, and the reason why others cannot be used', async () => {
    await revokeAll()
    const client = await shop.as()
    const item = await shop.newItem()
    const other = await shop.newItem()
    await newCoupon({ title: '减 10' })
    await newCoupon({ title: '八折', kind: 'percent', off_cents: 0, percent: 80 })
    await newCoupon({ title: '满百', min_cents: 10_000 })
    await newCoupon({ title: '别的课' }, [other])
    await newCoupon({ title: '学生', audience: 'student' })
    await newCoupon({ title: '抢完', stock: 1 })
    const rival = await shop.as()
    const rivalDiscounts = (await rival.call('GET /v1/order_confirm', { curriculumId: other.uid })).discounts
    const soldOut = rivalDiscounts.find(({ title }) => title === '抢完')!
    await rival.call('POST /v1/order_create', { curriculumId: other.uid, discountId: soldOut.id })
    const { discounts } = await client.call('GET /v1/order_confirm', { curriculumId: item.uid })
    expect(discounts.map(({ title, off, why }) => ({ title, off, why }))).toEqual([
      { title: '八折', off: 1188, why: '' },
      { title: '减 10', off: 1000, why: '' },
      { title: '满百', off: 0, why: '满 ¥100 可用，还差 ¥40.6' },
      { title: '学生', off: 0, why: '通过学生认证后可用' },
      { title: '抢完', off: 0, why: '已被抢完' },
      { title: '别的课', off: 0, why: '不适用于这项内容' },
    ])
  })

  it('returns when the item is taken off the shelf, as the details of the item do', async () => {
    const client = await shop.as()
    const item = await shop.newItem()
    const ends = async () => (await client.call('GET /v1/order_confirm', { curriculumId: item.uid })).saleEndsAt
    expect(await ends()).toBeNull()
    const at = shop.clock.now() + 86_400
    await shop.db.updateTable('curricula').set({ sale_ends_at: at }).where('id', '=', item.id).execute()
    expect(await ends()).toBe(at)
    expect((await client.call('GET /v1/course_info', { id: item.uid })).saleEndsAt).toBe(at)
  })

  it('offers the coupon of an item although many coupons of other items end earlier', async () => {
    await revokeAll()
    const client = await shop.as()
    const item = await shop.newItem()
    const other = await shop.newItem()
    for (let i = 0; i < 60; i++) await newCoupon({ title: `别的 ${i}` }, [other])
    await newCoupon({ title: '这一课', ends_at: shop.clock.now() + 2 * day }, [item])
    const { discounts } = await client.call('GET /v1/order_confirm', { curriculumId: item.uid })
    expect(discounts[0]).toMatchObject({ title: '这一课', off: 1000, why: '' })
  })

  it('offers no coupon for free items', async () => {
    await newCoupon()
    const client = await shop.as()
    const item = await shop.newItem({ percent: 0 })
    expect((await client.call('GET /v1/order_confirm', { curriculumId: item.uid })).discounts).toEqual([])
  })
})

describe('POST /v1/order_create with a coupon', () => {
  it('the buyer pays the reduced amount, ledger and invoice contain it, and a partial refund lowers the invoice', async () => {
    const coupon = await newCoupon()
    const client = await shop.as()
    const item = await shop.newItem()
    const order = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: coupon.uid })
    expect(order).toMatchObject({ payCents: 4940, discount: { id: coupon.uid, offCents: 1000 } })
    await atCashier(client, order.id, 'pay')
    expect(await shop.ledgerOf(order.id)).toEqual([4940])
    const invoice = await client.call('POST /v1/invoice_request', {
      orderId: order.id,
      kind: 'personal',
      title: '张三',
      email: 'a@example.com',
    })
    expect(invoice.cents).toBe(4940)
    const used = await client.call('GET /v1/discount_list', { state: 'used' })
    expect(used.list).toMatchObject([{ id: coupon.uid, order: { id: order.id, offCents: 1000 } }])
    expect(used.total).toBe(1)
  })

  it('a complete refund returns the amount paid and makes the coupon usable again', async () => {
    await revokeAll()
    const coupon = await newCoupon()
    const client = await shop.as()
    const item = await shop.newItem()
    const usable = async () => (await client.call('GET /v1/discount_list', {})).list.map(({ id }) => id)
    const order = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: coupon.uid })
    await atCashier(client, order.id, 'pay')
    expect(await usable()).toEqual([])
    await client.call('POST /v1/order_refund', { id: order.id })
    await shop.work()
    expect(await shop.ledgerOf(order.id)).toEqual([4940, -4940])
    expect(await usable()).toEqual([coupon.uid])
  })

  it('choosing another coupon cancels the unpaid order and creates one of the new amount', async () => {
    const [first, second] = [await newCoupon(), await newCoupon({ off_cents: 2000 })]
    const client = await shop.as()
    const item = await shop.newItem()
    const create = (discountId?: string | null) =>
      client.call('POST /v1/order_create', { curriculumId: item.uid, discountId })
    const before = await create(first.uid)
    expect((await create(first.uid)).id).toBe(before.id)
    expect((await create()).id).toBe(before.id)
    const after = await create(second.uid)
    expect(after.payCents).toBe(3940)
    expect((await client.call('GET /v130/order_info', { id: before.id })).status).toBe(2)
    const plain = await create(null)
    expect(plain).toMatchObject({ payCents: 5940, discount: null })
  })

  it('a payment of the amount before another coupon was chosen is returned', async () => {
    const coupon = await newCoupon()
    const client = await shop.as()
    const item = await shop.newItem()
    const before = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: null })
    const action = await client.call('POST /v1/order_pay', { id: before.id, channel: 'test' })
    if (action.way !== 'cashier') throw new Error('not at the cashier')
    const after = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: coupon.uid })
    await client.send('POST /v1/test_cashier', { no: action.no, outcome: 'pay' })
    await shop.work()
    expect((await shop.ledgerOf(before.id)).reduce((sum, cents) => sum + cents, 0)).toBe(0)
    await atCashier(client, after.id, 'pay')
    expect(await shop.ledgerOf(after.id)).toEqual([4940])
  })

  it.each([
    ['that was revoked', { revoked_at: 1 }, '已停用'],
    ['that has ended', { starts_at: 1, ends_at: 2 }, '已过期'],
    ['with a higher minimum', { min_cents: 6000 }, '满 ¥60 可用'],
  ])('rejects a coupon %s and returns the reason', async (_, values, why) => {
    const coupon = await newCoupon(values)
    const client = await shop.as()
    const item = await shop.newItem()
    const answer = await client.send('POST /v1/order_create', { curriculumId: item.uid, discountId: coupon.uid })
    expect(answer.data.error).toBe('discount-refused')
    expect(answer.msg).toContain(why)
  })

  it('ten concurrent buyers of a coupon with three left create three orders with it', async () => {
    const coupon = await newCoupon({ stock: 3 })
    const item = await shop.newItem()
    const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.as()))
    const answers = await Promise.all(
      buyers.map((client, i) =>
        (i % 2 ? client : shop.atSecond(client)).send('POST /v1/order_create', {
          curriculumId: item.uid,
          discountId: coupon.uid,
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(3)
  })

  it('a user cannot exceed the limit per user with concurrent orders of several items', async () => {
    const coupon = await newCoupon({ per_user: 2 })
    const client = await shop.as()
    const items = await Promise.all(Array.from({ length: 6 }, () => shop.newItem()))
    const answers = await Promise.all(
      items.map(({ uid }) => client.send('POST /v1/order_create', { curriculumId: uid, discountId: coupon.uid })),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(2)
  })

  it('a coupon larger than the price leaves one cent to pay', async () => {
    const coupon = await newCoupon({ off_cents: 99_900 })
    const client = await shop.as()
    const item = await shop.newItem({ priceCents: 100, percent: 100 })
    const order = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: coupon.uid })
    expect(order.payCents).toBe(1)
  })
})

describe('GET /v1/discount_list', () => {
  it('lists usable coupons by their end, and ended ones with the reason', async () => {
    await revokeAll()
    const now = shop.clock.now()
    const late = await newCoupon({ title: '晚', ends_at: now + 9 * day })
    const soon = await newCoupon({ title: '早', starts_at: now + 60, ends_at: now + 2 * day })
    const client = await shop.as()
    const usable = await client.call('GET /v1/discount_list', { pageSize: 1 })
    expect(usable).toMatchObject({ total: 2, hasMore: true, list: [{ id: soon.uid, scope: '全部内容', left: 1 }] })
    expect(usable.list[0]!.why).toContain('开始可用')
    const next = await client.call('GET /v1/discount_list', { pageSize: 1, lastItem: usable.lastItem! })
    expect(next.list).toMatchObject([{ id: late.uid, why: '' }])
    await shop.db.updateTable('discounts').set({ revoked_at: now }).where('id', '=', late.id).execute()
    const ended = await client.call('GET /v1/discount_list', { state: 'ended', pageSize: 100 })
    expect(ended.list.find(({ id }) => id === late.uid)).toMatchObject({ why: '已停用' })
  })
})
