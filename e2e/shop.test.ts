import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { axe } from './axe'
import { api, desktop } from './browser'
import { buyer, cashier, expectPaid, forSale, inBrowser, ordersOf, saleItem, toCheckout } from './shop'

it('a double click buys a course once; back leads to the course, which can be studied', async () => {
  const visitor = await buyer()
  const { page, token } = visitor
  const item = await saleItem('course')
  await visitor.goto(`pages/course/details?id=${item.id}`)
  await page.getByRole('link', { name: '立即购买' }).click()
  await page.getByRole('radio', { name: cashier }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '提交订单' }).dblclick()
  await page.waitForURL(/buy\/cashier/)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '付款', exact: true }).dblclick()
  await expectPaid(visitor, token)
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: '开始学习' }).waitFor()
  expect(visitor.route()).toBe(`pages/course/details?id=${item.id}`)
  await visitor.goto(`pages/buy/confirm?id=${item.id}`)
  await page.getByText('你已经拥有这项内容').waitFor()
  await page.getByRole('link', { name: '去学习' }).click()
  await page.waitForURL(/pages\/course\/study\?id=/)
  expect(await ordersOf(token)).toHaveLength(1)
  expect(visitor.problems).toEqual([])
})

it('two tabs create one order, and an order paid in one tab is not paid again in the other', async () => {
  const first = await buyer()
  const second = await inBrowser(first.token, desktop)
  await toCheckout(first, cashier)
  await toCheckout(second, cashier)
  await first.page.getByRole('button', { name: '提交订单' }).click()
  await first.page.getByRole('button', { name: '付款', exact: true }).click()
  await expectPaid(first, first.token)
  await second.page.getByRole('button', { name: '提交订单' }).click()
  await second.page.getByRole('link', { name: '去学习' }).waitFor()
  expect(await ordersOf(first.token)).toHaveLength(1)
})

it('the result page detects a payment made on another device', async () => {
  const first = await buyer(desktop)
  const { page, token } = first
  const { id: curriculumId } = await saleItem('course')
  const order = await api(token).call('POST /v1/order_create', { curriculumId })
  await first.goto(`pages/buy/result?id=${order.id}`)
  await page.getByRole('heading', { name: '等待付款' }).waitFor()
  const action = await api(token).call('POST /v1/order_pay', { id: order.id, channel: 'test' })
  const { no } = action as Extract<typeof action, { way: 'cashier' }>
  await api(token).call('POST /v1/test_cashier', { no, outcome: 'pay' })
  await expectPaid(first, token)
})

it('an unpaid order can be continued in a new browser, cancelled and deleted', async () => {
  const before = await buyer()
  await toCheckout(before, cashier)
  await before.page.getByRole('button', { name: '提交订单' }).click()
  await before.page.waitForURL(/buy\/cashier/)
  // Closes the window, so that the order is continued in another browser.
  await before.page.close()

  const after = await inBrowser(before.token)
  const { page } = after
  await after.goto('pages/my/index')
  await page.getByRole('link', { name: /待付款/ }).click()
  await page.getByRole('link', { name: '去付款' }).click()
  await page.getByText(/请在 .* 内付款/).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: '取消订单' }).click()
  await dialog(page).getByRole('button', { name: '取消订单' }).click()
  await page.getByText('没有等待付款的订单').waitFor()
  await page.getByRole('tab', { name: '已取消' }).click()
  await page.getByRole('article', { name: forSale.course }).getByRole('link').first().click()
  await page.getByRole('heading', { name: '订单已取消' }).waitFor()
  await page.getByRole('button', { name: '删除' }).click()
  await dialog(page).getByRole('button', { name: '删除' }).click()
  await page.getByText('没有取消或关闭的订单').waitFor()
  expect(await ordersOf(before.token)).toEqual([])
  expect(after.problems).toEqual([])
})

it('a buyer corrects a rejected tax number, requests the invoice and gets the order refunded', async () => {
  const visitor = await buyer()
  const { page, token } = visitor
  await toCheckout(visitor, cashier)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await expectPaid(visitor, token)
  await page.getByRole('link', { name: '查看订单' }).click()
  await page.getByRole('link', { name: /申请发票/ }).click()
  await page.getByRole('radio', { name: '单位' }).check()
  await page.getByRole('textbox', { name: '发票抬头' }).fill('江城大学')
  await page.getByRole('textbox', { name: '税号' }).fill('12420000DXX0000013')
  await page.getByRole('textbox', { name: '邮箱' }).fill('someone@example.cn')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('税号不正确，请核对 18 位税号').waitFor()
  expect(await axe(page)).toEqual([])
  // The typed values survive a reload.
  await page.reload()
  await page.getByRole('textbox', { name: '税号' }).fill('12420000dxx0000012')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByRole('link', { name: /江城大学/ }).waitFor()
  const [order] = await ordersOf(token)
  const info = () => api(token).call('GET /v130/order_info', { id: order!.id })
  expect((await info()).invoice).toMatchObject({ taxNo: '12420000DXX0000012', email: 'someone@example.cn' })

  await page.getByRole('button', { name: '申请退款' }).click()
  await dialog(page)
    .getByText(/提交后立即受理/)
    .waitFor()
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '申请退款' }).click()
  await page.getByRole('heading', { name: /退款/ }).first().waitFor()
  await expect.poll(async () => (await info()).status, { timeout: 20_000 }).toBe(5)
  await page.reload()
  await page.getByRole('heading', { name: '已退款' }).waitFor()
  await page.getByRole('link', { name: '再次购买' }).waitFor()
  expect((await info()).curriculum.owned).toBe(false)
  expect(visitor.problems).toEqual([])
})

it('a free course opens directly; e-book, textbook and question bank lead to the checkout', async () => {
  const visitor = await buyer()
  const { page } = visitor
  const { list } = await api().call('GET /v1/course_list', { price: 'free' })
  await visitor.goto(`pages/course/details?id=${list[0]!.id}`)
  await page.getByRole('button', { name: '免费领取' }).click()
  await page.waitForURL(/pages\/course\/study\?id=/)
  const details = {
    ebook: 'pages/books/details',
    textbook: 'pages/digital-textbooks/details',
    bank: 'pages/bank/details',
  } as const
  for (const kind of ['ebook', 'textbook', 'bank'] as const) {
    const item = await saleItem(kind)
    await visitor.goto(`${details[kind]}?id=${item.id}`)
    await page.getByRole('link', { name: '立即购买' }).click()
    await page.getByRole('button', { name: '提交订单' }).waitFor()
    expect(visitor.route()).toBe(`pages/buy/confirm?id=${item.id}`)
  }
})
