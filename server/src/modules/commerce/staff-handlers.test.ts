import { orderStatus } from '@dxx/contract/rules/order-state'
import type { WorkKind } from '@dxx/contract/staff'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { addUpload, messagesOf } from '../../testing/community'
import { asStaff, createStaff } from '../../testing/staff'
import { atCashier, startShop, type TestShop } from './commerce.fixture'

let shop: TestShop
let finance: Client
let financeId: number
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.set(testStart)
  await shop.db.deleteFrom('settings').where('key', '=', 'refund-second-person-cents').execute()
  const person = await createStaff(shop, 'finance', undefined, '财务')
  financeId = person.id
  finance = await asStaff(shop, person)
})

const limitOnePerson = (cents: number) =>
  shop.db
    .insertInto('settings')
    .values({ key: 'refund-second-person-cents', value: String(cents) })
    .execute()

/** Creates a buyer who paid more than a week ago and requests a refund. */
async function asksForRefund() {
  const bought = await shop.openOrder()
  await atCashier(bought.client, bought.order.id, 'pay')
  // Too old for an instant refund, so the request waits for staff.
  await shop.db
    .updateTable('orders')
    .set({ paid_at: testStart - 8 * 86_400 })
    .where('uid', '=', bought.order.id)
    .execute()
  await bought.client.call('POST /v1/order_refund', { id: bought.order.id, reason: '不想学了' })
  return bought
}

async function itemOf(kind: WorkKind, client = finance) {
  const { list } = await client.call('GET /staff/v1/work_list', { kinds: [kind] })
  return list.at(-1)!
}

const statusOf = async ({ client, order }: Awaited<ReturnType<typeof asksForRefund>>) =>
  (await client.call('GET /v130/order_info', { id: order.id })).status

describe('refund_approve', () => {
  it('refunds the whole amount, revokes the access and ends with 已退款', async () => {
    const bought = await asksForRefund()
    const item = await itemOf('refund')
    const { detail } = await finance.call('GET /staff/v1/work_item', { id: item.id })
    expect(detail).toMatchObject({ kind: 'refund', reason: '不想学了', usedPercent: 0, order: { refundedCents: 0 } })
    const approved = await finance.call('POST /staff/v1/refund_approve', { id: item.id })
    expect(approved).toEqual({ needsSecond: false, cents: bought.item.pay_cents })
    await shop.work()
    expect(await statusOf(bought)).toBe(orderStatus.refunded)
    expect(await shop.rightsOf(bought.buyer.id, bought.item.id)).toMatchObject([{ revoked_at: testStart }])
    expect(await shop.ledgerOf(bought.order.id)).toEqual([bought.item.pay_cents, -bought.item.pay_cents])
    expect(await shop.mismatches()).toEqual([])
  })

  it('refunds a part, keeps the access and leaves the order 已完成', async () => {
    const bought = await asksForRefund()
    const item = await itemOf('refund')
    expect(
      await finance.send('POST /staff/v1/refund_approve', { id: item.id, cents: bought.item.pay_cents + 1 }),
    ).toMatchObject({ data: { error: 'refund-amount-refused' } })
    await finance.call('POST /staff/v1/refund_approve', { id: item.id, cents: 1000, reason: '学了一半' })
    await shop.work()
    expect(await statusOf(bought)).toBe(orderStatus.done)
    expect(await shop.rightsOf(bought.buyer.id, bought.item.id)).toMatchObject([{ revoked_at: null }])
    expect(await shop.ledgerOf(bought.order.id)).toEqual([bought.item.pay_cents, -1000])
    expect(await shop.mismatches()).toEqual([])
    // The buyer can request the rest.
    await bought.client.call('POST /v1/order_refund', { id: bought.order.id, reason: '还是不想学' })
    const { detail } = await finance.call('GET /staff/v1/work_item', { id: (await itemOf('refund')).id })
    expect(detail).toMatchObject({ order: { refundedCents: 1000 } })
    expect(await finance.call('POST /staff/v1/refund_approve', { id: (await itemOf('refund')).id })).toMatchObject({
      cents: bought.item.pay_cents - 1000,
    })
  })

  it('requires the password or a code entered recently and, above the limit, a second person', async () => {
    await limitOnePerson(100)
    const bought = await asksForRefund()
    const item = await itemOf('refund')
    const unproved = await asStaff(shop, { id: financeId }, { proved: false })
    expect(await unproved.send('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({ code: 10 })
    expect(await finance.call('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({ needsSecond: true })
    expect(await statusOf(bought)).toBe(orderStatus.refunding)
    expect(await finance.send('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({
      data: { error: 'second-person-required' },
    })
    const second = await asStaff(shop, await createStaff(shop, 'finance', undefined, '复核'))
    const { detail } = await second.call('GET /staff/v1/work_item', { id: item.id })
    expect(detail).toMatchObject({ approvedBy: { nickname: '财务' } })
    expect(await second.call('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({ needsSecond: false })
    await shop.work()
    expect(await statusOf(bought)).toBe(orderStatus.refunded)
  })

  it('requires a second person if this refund and earlier ones of the payment exceed the limit', async () => {
    const bought = await asksForRefund()
    await finance.call('POST /staff/v1/refund_approve', { id: (await itemOf('refund')).id, cents: 600 })
    await shop.work()
    await limitOnePerson(1000)
    await bought.client.call('POST /v1/order_refund', { id: bought.order.id, reason: '还是不想学' })
    const item = await itemOf('refund')
    const part = { id: item.id, cents: 600 }
    expect(await finance.call('POST /staff/v1/refund_approve', part)).toMatchObject({ needsSecond: true })
    const second = await asStaff(shop, await createStaff(shop, 'finance', undefined, '复核'))
    expect(await second.call('POST /staff/v1/refund_approve', part)).toMatchObject({ needsSecond: false })
  })
})

describe('order_refund', () => {
  async function paidOrder() {
    const bought = await shop.openOrder()
    await atCashier(bought.client, bought.order.id, 'pay')
    return bought
  }
  const refund = (no: string, cents?: number, client = finance) =>
    client.send('POST /staff/v1/order_refund', { no, cents, reason: '视频有误，补偿' })
  const infoOf = ({ client, order }: Awaited<ReturnType<typeof paidOrder>>) =>
    client.call('GET /v130/order_info', { id: order.id })

  it('refunds two parts and then the rest; the buyer reads each amount and the reason', async () => {
    const bought = await paidOrder()
    const { no } = bought.order
    const invoice = { orderId: bought.order.id, kind: 'personal' as const, title: '张三', email: 'a@example.cn' }
    await bought.client.call('POST /v1/invoice_request', { ...invoice, taxNo: '' })
    expect(await refund(no, bought.item.pay_cents + 1)).toMatchObject({ data: { error: 'refund-amount-refused' } })
    for (const cents of [1000, 500]) expect(await refund(no, cents)).toMatchObject({ code: 1, data: { cents } })
    await shop.work()
    const info = await infoOf(bought)
    expect(info).toMatchObject({
      status: orderStatus.done,
      refund: null,
      partRefunds: [
        { cents: 500, done: true },
        { cents: 1000, done: true },
      ],
      invoice: { cents: bought.item.pay_cents - 1500 },
    })
    expect(info.timeline.at(-1)).toMatchObject({ note: '部分退款 ¥5：视频有误，补偿' })
    expect(await shop.rightsOf(bought.buyer.id, bought.item.id)).toMatchObject([{ revoked_at: null }])
    const accepted = (yuan: number) =>
      `《线性代数》退款 ¥${yuan}，会原路退回。原因：视频有误，补偿。学习权限保留，可以继续学习。`
    const arrived = (yuan: number) => `《线性代数》的 ¥${yuan} 已原路退回。`
    const [, ...parts] = (await messagesOf(shop.db, bought.buyer.id)).map(({ body }) => body)
    // Jobs of the same second run in any order, so the messages are compared sorted.
    expect(parts.toSorted()).toEqual([accepted(10), accepted(5), arrived(10), arrived(5)].toSorted())
    const detail = await finance.call('GET /staff/v1/order_detail', { no })
    expect(detail).toMatchObject({ leftCents: bought.item.pay_cents - 1500, invoice: 'requested', work: null })
    expect(detail.refunds).toMatchObject([{ askedBy: '财务', part: true }, { part: true }])

    expect(await refund(no)).toMatchObject({ data: { cents: bought.item.pay_cents - 1500, needsSecond: false } })
    await shop.work()
    expect((await infoOf(bought)).status).toBe(orderStatus.refunded)
    expect(await shop.rightsOf(bought.buyer.id, bought.item.id)).toMatchObject([{ revoked_at: testStart }])
    const [paid, ...returned] = await shop.ledgerOf(bought.order.id)
    expect(paid).toBe(bought.item.pay_cents)
    expect(new Set(returned)).toEqual(new Set([-1000, -500, 1500 - bought.item.pay_cents]))
    expect(await shop.mismatches()).toEqual([])
    const messages = await messagesOf(shop.db, bought.buyer.id)
    expect(messages.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['部分退款已受理', '工作人员为你退款', '退款已到账']),
    )
    expect(await refund(no)).toMatchObject({ data: { error: 'order-status-refused' } })
  })

  it('ten concurrent calls refund once', async () => {
    const bought = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(bought.order.no)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    await shop.work()
    expect(await shop.ledgerOf(bought.order.id)).toEqual([bought.item.pay_cents, -bought.item.pay_cents])
  })

  it('a refund above the limit waits for a second person and is hidden from the buyer until then', async () => {
    await limitOnePerson(100)
    const bought = await paidOrder()
    const { no } = bought.order
    const unproved = await asStaff(shop, { id: financeId }, { proved: false })
    expect((await refund(no, 900, unproved)).code).toBe(10)
    expect(await refund(no, 900)).toMatchObject({ data: { needsSecond: true, cents: 900 } })
    expect(await refund(no, 900)).toMatchObject({ data: { error: 'refund-waiting' } })
    expect(await infoOf(bought)).toMatchObject({ status: orderStatus.done, refund: null, partRefunds: [] })
    const item = await itemOf('refund')
    expect(await finance.send('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({
      data: { error: 'second-person-required' },
    })
    const second = await asStaff(shop, await createStaff(shop, 'finance', undefined, '复核'))
    const { detail } = await second.call('GET /staff/v1/work_item', { id: item.id })
    expect(detail).toMatchObject({ begunBy: '财务', askedCents: 900, approvedBy: { cents: 900 } })
    expect(await second.call('POST /staff/v1/refund_approve', { id: item.id })).toMatchObject({ needsSecond: false })
    await shop.work()
    expect(await infoOf(bought)).toMatchObject({ status: orderStatus.done, partRefunds: [{ cents: 900, done: true }] })

    // If the second person declines, the buyer is not notified.
    await refund(no, 800)
    const before = (await messagesOf(shop.db, bought.buyer.id)).length
    await second.call('POST /staff/v1/refund_decline', { id: (await itemOf('refund')).id, reason: '不用补偿' })
    expect(await messagesOf(shop.db, bought.buyer.id)).toHaveLength(before)
    expect((await infoOf(bought)).refund).toBeNull()

    // A request of the buyer replaces a waiting refund that staff started.
    await refund(no, 700)
    await bought.client.call('POST /v1/order_refund', { id: bought.order.id })
    await shop.work()
    expect((await infoOf(bought)).status).toBe(orderStatus.refunded)
    expect((await finance.call('GET /staff/v1/order_detail', { no })).work).toBeNull()
    expect(await shop.mismatches()).toEqual([])
  })

  it('a second part that raises the sum above the limit waits for a second person', async () => {
    const bought = await paidOrder()
    const { no } = bought.order
    await limitOnePerson(1000)
    expect(await refund(no, 600)).toMatchObject({ data: { needsSecond: false } })
    await shop.work()
    expect(await refund(no, 600)).toMatchObject({ data: { needsSecond: true } })
  })

  it('order_search finds orders by number, mobile and nickname, newest first, in pages', async () => {
    const buyer = await shop.createUser({ nickname: '订单特别多' })
    const made = []
    for (let i = 0; i < 3; i++) made.push((await shop.openOrder(buyer)).order.no)
    const search = (keyword: string, more = {}) =>
      finance.call('GET /staff/v1/order_search', { keyword, ...more } as never)
    expect((await search(made[1]!)).list.map(({ no }) => no)).toEqual([made[1]])
    const first = await search('订单特别', { limit: 2 })
    const rest = await search('订单特别', { limit: 2, after: first.next! })
    expect([...first.list, ...rest.list].map(({ no }) => no)).toEqual(made.toReversed())
    expect([first.total, rest.next]).toEqual([3, null])
    expect((await search(buyer.mobile!, { status: orderStatus.refunded })).list).toEqual([])
    expect(first.list[0]!.person!.mobile).toContain('****')
  })
})

it('refund_decline sets the order back to completed and notifies the buyer', async () => {
  const bought = await asksForRefund()
  await finance.call('POST /staff/v1/refund_decline', { id: (await itemOf('refund')).id, reason: '已学完' })
  expect(await statusOf(bought)).toBe(orderStatus.done)
  expect((await messagesOf(shop.db, bought.buyer.id)).map(({ title }) => title)).toContain('退款申请未通过')
})

it('invoice_issue stores a file that the buyer can open', async () => {
  const { client, order } = await shop.openOrder()
  await atCashier(client, order.id, 'pay')
  const input = { orderId: order.id, kind: 'personal' as const, title: '张三', taxNo: '', email: 'a@example.cn' }
  await client.call('POST /v1/invoice_request', input)
  const item = await itemOf('invoice')
  const foreign = await addUpload(shop.db, (await shop.createUser()).id, 'cs')
  expect(await finance.send('POST /staff/v1/invoice_issue', { id: item.id, file: foreign })).toMatchObject({
    data: { error: 'upload-not-found' },
  })
  const file = await addUpload(shop.db, financeId, 'cs')
  await finance.call('POST /staff/v1/invoice_issue', { id: item.id, file })
  const invoice = await client.call('GET /v1/invoice_info', { orderId: order.id })
  expect(invoice).toMatchObject({ state: 'issued', file: expect.stringContaining('/media/') })
  expect(await finance.send('POST /staff/v1/invoice_issue', { id: item.id })).toMatchObject({
    data: { error: 'work-closed' },
  })
})
