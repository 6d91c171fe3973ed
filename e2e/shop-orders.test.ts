import { it } from 'vitest'
import { api, visit } from './browser'
import { ordersOf } from './shop'

const student = '13800000001'

it('an order of another user is reported as not found, with a link to continue', async () => {
  const { token } = await api().call('POST /v1/login_password', { mobile: student, password: 'Study2026' })
  const [order] = await ordersOf(token)
  const visitor = await visit({ as: '13800000002' })
  for (const path of ['pages/order/details', 'pages/buy/result']) {
    await visitor.goto(`${path}?id=${order!.id}`)
    await visitor.page.getByText('没有找到这笔订单').last().waitFor()
    await visitor.page.getByRole('link', { name: '我的订单' }).last().waitFor()
  }
})

it('offline, an order not loaded before shows an error and loads by itself when the network returns', async () => {
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
})
