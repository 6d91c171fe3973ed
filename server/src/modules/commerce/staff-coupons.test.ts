import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'
import { atCashier, startShop, type TestShop } from './commerce.fixture'

let shop: TestShop
let operator: Client
beforeAll(async () => {
  shop = await startShop()
  operator = await asStaff(shop, await createStaff(shop, 'operator', undefined, '运营'))
})
afterAll(() => shop.close())

const day = 86_400

const draft = (values = {}) => ({
  title: '期中加油',
  kind: 'amount' as const,
  offCents: 1000,
  percent: 100,
  capCents: null,
  minCents: 5000,
  audience: 'all' as const,
  perUser: 1,
  stock: 100,
  startsAt: shop.clock.now() - day,
  endsAt: shop.clock.now() + day,
  items: [] as string[],
  ...values,
})

const listed = async (id: string) =>
  (await operator.call('GET /staff/v1/discount_list', {})).list.find((coupon) => coupon.id === id)!

async function buyWith(discountId: string) {
  const client = await shop.as()
  const item = await shop.newItem()
  const order = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId })
  await atCashier(client, order.id, 'pay')
  return { client, order }
}

describe('POST /staff/v1/discount_save', () => {
  it('creates a coupon that students can use, and the list counts its uses and amounts', async () => {
    const { id } = await operator.call('POST /staff/v1/discount_save', draft())
    await buyWith(id)
    expect(await listed(id)).toMatchObject({ state: 'live', used: 1, totalOffCents: 1000, totalPaidCents: 4940 })
  })

  it('limits a coupon to its items', async () => {
    const item = await shop.newItem()
    const { id } = await operator.call('POST /staff/v1/discount_save', draft({ items: [item.uid] }))
    expect((await listed(id)).items).toMatchObject([{ id: item.uid, payCents: 5940 }])
    const other = await shop.newItem()
    const answer = await (await shop.as()).send('POST /v1/order_create', { curriculumId: other.uid, discountId: id })
    expect(answer.msg).toContain('不适用于这项内容')
  })

  it('refuses new terms for a used coupon, and still changes its end and stock', async () => {
    const { id } = await operator.call('POST /staff/v1/discount_save', draft())
    await operator.call('POST /staff/v1/discount_save', draft({ id, offCents: 1500 }))
    const { order } = await buyWith(id)
    expect(order.payCents).toBe(4440)
    const refused = await operator.send('POST /staff/v1/discount_save', draft({ id, offCents: 2000 }))
    expect(refused.data.error).toBe('discount-fixed')
    await operator.call('POST /staff/v1/discount_save', draft({ id, offCents: 1500, stock: 1, title: '最后一张' }))
    expect(await listed(id)).toMatchObject({ state: 'sold-out', title: '最后一张' })
  })

  it.each([
    ['an end before the start', { endsAt: 1 }, '结束时间要晚于开始时间'],
    ['no amount', { offCents: 0 }, '请填写减多少钱'],
    ['a percentage of 100', { kind: 'percent' as const, percent: 100 }, '折扣要在'],
    ['an unknown item', { items: [randomUUID()] }, '内容不存在'],
  ])('rejects a coupon with %s', async (_, values, msg) => {
    expect((await operator.send('POST /staff/v1/discount_save', draft(values))).msg).toContain(msg)
  })
})

describe('POST /staff/v1/discount_revoke', () => {
  it('ends the coupon for new orders and keeps the price of an unpaid one', async () => {
    const { id } = await operator.call('POST /staff/v1/discount_save', draft())
    const client = await shop.as()
    const item = await shop.newItem()
    const order = await client.call('POST /v1/order_create', { curriculumId: item.uid, discountId: id })
    await operator.call('POST /staff/v1/discount_revoke', { id, reason: '活动取消' })
    await atCashier(client, order.id, 'pay')
    expect(await shop.ledgerOf(order.id)).toEqual([4940])
    const late = await (await shop.as()).send('POST /v1/order_create', { curriculumId: item.uid, discountId: id })
    expect(late.data.error).toBe('discount-refused')
    expect(await listed(id)).toMatchObject({ state: 'revoked', revokeReason: '活动取消' })
    expect((await operator.send('POST /staff/v1/discount_save', draft({ id }))).data.error).toBe('discount-ended')
    expect(await shop.mismatches()).toEqual([])
  })
})

describe('exchange codes in the console', () => {
  const create = async () => {
    const item = await shop.newItem()
    const id = randomUUID()
    const expiresAt = shop.clock.now() + day
    const input = { id, title: '教师赠书', count: 3, expiresAt, items: [item.uid] }
    return { id, input, ...(await operator.call('POST /staff/v1/code_batch_create', input)) }
  }

  it('returns the codes once; a repeat creates nothing', async () => {
    const { input, codes, link } = await create()
    expect(new Set(codes).size).toBe(3)
    expect(link).toContain('pages/exchange/index?code=')
    expect((await operator.send('POST /staff/v1/code_batch_create', input)).data.error).toBe('code-batch-made')
    await (await shop.as()).call('POST /v1/coupon_exchange', { code: codes[0]! })
    const { list } = await operator.call('GET /staff/v1/code_batch_list', {})
    expect(list[0]).toMatchObject({ title: '教师赠书', total: 3, used: 1, revokedAt: null })
  })

  it('revoking a batch ends its unused codes; a used one keeps its entitlement', async () => {
    const { id, codes } = await create()
    const client = await shop.as()
    const { items } = await client.call('POST /v1/coupon_exchange', { code: codes[0]! })
    expect(await operator.call('POST /staff/v1/code_batch_revoke', { id, reason: '印错了' })).toEqual({ unused: 2 })
    const other = await shop.as()
    expect((await other.send('POST /v1/coupon_exchange', { code: codes[1]! })).data.error).toBe('coupon-revoked')
    expect((await other.send('GET /v1/coupon_bind_curriculum', { code: codes[1]! })).data.error).toBe('coupon-revoked')
    expect((await client.call('POST /v1/coupon_exchange', { code: codes[0]! })).items).toEqual(items)
  })
})
