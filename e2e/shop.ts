import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { newMobile, register } from './accounts'
import { api, phone, type Visitor, visit } from './browser'
import { curriculum } from './catalogue'
import { withDb } from './exam'

/** Titles of paid items. Each test uses a new account, so all tests can buy the same items. */
export const forSale = {
  course: '数据库实战',
  ebook: '怎样自学一门课',
  textbook: '数据库与 SQL',
  bank: '计算机专业基础训练',
}

/** Name of the payment method of the test cashier. */
export const cashier = '测试收银台'

export const saleItem = (kind: keyof typeof forSale) => curriculum(kind, forSale[kind])

export interface Buyer extends Visitor {
  token: string
}

/** Registers an account and opens it in a new browser context. */
export async function buyer(options: BrowserContextOptions = phone): Promise<Buyer> {
  const token = await register(newMobile())
  return { ...(await inBrowser(token, options)), token }
}

export async function inBrowser(token: string, options: BrowserContextOptions = phone): Promise<Visitor> {
  const visitor = await visit({ route: 'pages/setting/about', options, token })
  return visitor
}

export const ordersOf = async (token: string) => (await api(token).call('GET /v1/order_list', { pageSize: 50 })).list

/** Opens the checkout of an item with the given payment method selected. */
export async function toCheckout({ page, goto }: Visitor, way: string, kind: keyof typeof forSale = 'course') {
  const item = await saleItem(kind)
  await goto(`pages/buy/confirm?id=${item.id}`)
  await page.getByRole('radio', { name: way }).check()
  return item
}

/** Expects the result page and the server to report the order as paid. */
export async function expectPaid({ page, route }: Visitor, token: string): Promise<void> {
  await page.getByRole('heading', { name: '购买成功' }).waitFor()
  expect(route()).toMatch(/^pages\/buy\/result\?id=/)
  const orders = await ordersOf(token)
  expect(orders.map(({ status }) => status)).toEqual([1])
}

/** Buys an item at the test cashier. Returns the order. */
export async function buy(token: string, kind: keyof typeof forSale) {
  const client = api(token)
  const order = await client.call('POST /v1/order_create', { curriculumId: (await saleItem(kind)).id })
  const action = await client.call('POST /v1/order_pay', { id: order.id, channel: 'test' })
  if (action.way !== 'cashier') throw new Error('not at the cashier')
  await client.call('POST /v1/test_cashier', { no: action.no, outcome: 'pay' })
  return order
}

/** Backdates a payment by 9 days, so that staff must decide on its refund. */
export function paidLongAgo(no: string): Promise<unknown> {
  const paid = Math.floor(Date.now() / 1000) - 9 * 86_400
  return withDb((db) => db.updateTable('orders').set({ paid_at: paid }).where('no', '=', no).execute())
}
