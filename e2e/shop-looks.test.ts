import { beforeAll, expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { ordersOf } from './shop'

const student = '13800000001'
let routes: string[]
beforeAll(async () => {
  const { token } = await api().call('POST /v1/login_password', { mobile: student, password: 'Study2026' })
  const orders = await ordersOf(token)
  const states = [0, 1, 2, 3, 4, 5].map((status) => orders.find((order) => order.status === status))
  // A fresh start brings an order in every state; one that waits for payment closes after half an hour.
  expect(states.filter(Boolean).length).toBeGreaterThanOrEqual(5)
  routes = [
    'pages/my/index',
    'pages/order/index',
    ...states.flatMap((order) =>
      order ? [`pages/order/details?id=${order.id}`, `pages/buy/result?id=${order.id}`] : [],
    ),
    `pages/buy/confirm?id=${states[3]!.curriculum.id}`,
    `pages/order/invoice?id=${states[1]!.id}`,
    'pages/exchange/index',
    'pages/exchange/record',
  ]
})

it.each([
  ['phone', 'light', phone],
  ['phone', 'dark', phone],
  ['desktop', 'light', desktop],
] as const)(
  'orders, checkout and coupons stand well on a %s in %s',
  { timeout: 180_000 },
  async (_, colorScheme, options) => {
    const visitor = await visit({ as: student, options: { ...options, colorScheme } })
    const { page } = visitor
    for (const route of routes) {
      await visitor.goto(route)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => page.locator('.animate-shimmer:visible').count()).toBe(0)
      expect([route, ...(await axe(page))]).toEqual([route])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([route, Math.max(0, wide)]).toEqual([route, 0])
    }
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  },
)

it('an order of somebody else is not found, and leads on', async () => {
  const { token } = await api().call('POST /v1/login_password', { mobile: student, password: 'Study2026' })
  const [order] = await ordersOf(token)
  const visitor = await visit({ as: '13800000002' })
  for (const path of ['pages/order/details', 'pages/buy/result']) {
    await visitor.goto(`${path}?id=${order!.id}`)
    await visitor.page.getByText('没有找到这笔订单').last().waitFor()
    await visitor.page.getByRole('link', { name: '我的订单' }).last().waitFor()
  }
  await visitor.context.close()
})

it('offline an order that was not read before says so, and comes by itself with the network', async () => {
  const visitor = await visit({ as: student, route: 'pages/order/index' })
  const { page, context } = visitor
  const links = page.getByRole('article').getByRole('link', { name: /合计|应付/ })
  await links.first().click()
  await page.getByRole('heading', { name: '订单信息' }).waitFor()
  await page.goBack()
  await context.setOffline(true)
  await links.nth(1).click()
  await page.getByRole('button', { name: '重新加载' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: '订单信息' }).waitFor()
  await context.close()
})
