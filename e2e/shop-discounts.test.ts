import { expect, it } from 'vitest'
import { axe } from './axe'
import { api } from './browser'
import { openConsole, operator } from './console'
import { buyer, cashier, forSale, ordersOf, toCheckout } from './shop'

it('an operator makes a coupon; a student is offered the best one, sees why another does not fit, and pays less', async () => {
  const staff = await openConsole('coupons', operator)
  const { page: console } = staff
  const make = async (title: string, off: string, min: string) => {
    await console.getByRole('button', { name: '新建优惠券' }).first().click()
    await console.getByRole('textbox', { name: '名称（学生看得到）' }).fill(title)
    await console.getByRole('textbox', { name: '减多少（元）' }).fill(off)
    await console.getByRole('textbox', { name: '满多少可用（元，可不填）' }).fill(min)
    await console.getByRole('textbox', { name: '适用内容' }).fill(forSale.bank)
    await console.getByRole('button', { name: new RegExp(forSale.bank) }).click()
    expect(await axe(console)).toEqual([])
    await console.getByRole('button', { name: '建好并生效' }).click()
    await console.getByRole('row', { name: new RegExp(title) }).waitFor()
  }
  await make('小减', '1', '')
  await make('大减', '3', '')
  await make('满万减', '500', '10000')
  expect(await axe(console)).toEqual([])

  const visitor = await buyer()
  const { page, token } = visitor
  await toCheckout(visitor, cashier, 'bank')
  await page.getByRole('button', { name: /优惠券.*大减.*-¥3/ }).click()
  await page.getByRole('radio', { name: /小减/ }).waitFor()
  await page.getByText(/满 ¥10000 可用，还差/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('radio', { name: /小减/ }).check()
  await page.getByRole('button', { name: '用这张，减 ¥1' }).click()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL(/buy\/cashier/)
  await page.goBack()
  await visitor.goto('pages/order/index')
  const [unpaid] = await ordersOf(token)
  expect(unpaid).toMatchObject({ status: 0, discount: { title: '小减', offCents: 100 } })

  // Another coupon cancels the unpaid order and creates one of the new amount.
  await toCheckout(visitor, cashier, 'bank')
  await page.getByRole('button', { name: /优惠券.*小减/ }).click()
  await page.getByRole('radio', { name: /大减/ }).check()
  await page.getByRole('button', { name: '用这张，减 ¥3' }).click()
  await page.getByText('原来未付款的那一单自动取消').waitFor()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await page.getByRole('heading', { name: '购买成功' }).waitFor()
  const orders = await ordersOf(token)
  expect(orders.map(({ status }) => status).sort()).toEqual([1, 2])
  await visitor.goto('pages/my/coupons?tab=used')
  const used = page.getByRole('article', { name: '大减' })
  await used.getByText('减了 ¥3').waitFor()
  expect(await axe(page)).toEqual([])
  expect((await api(token).call('GET /v1/discount_list', {})).list.map(({ title }) => title)).toContain('小减')
  expect([...visitor.problems, ...staff.problems]).toEqual([])
})
