import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop } from './browser'
import { buyer, cashier, expectPaid, toCheckout } from './shop'

it('the result page shows a failed, closed, late and double payment, and a failed one can be paid again', async () => {
  const failed = await buyer(desktop)
  await toCheckout(failed, cashier)
  await failed.page.getByRole('button', { name: '提交订单' }).click()
  await failed.page.getByRole('button', { name: /付款失败/ }).click()
  await failed.page.getByRole('heading', { name: '付款没有成功' }).waitFor()
  await failed.page.getByRole('button', { name: '继续付款' }).click()
  await failed.page.getByText('你有一笔未付款的订单').waitFor()
  await failed.page.getByRole('radio', { name: cashier }).check()
  await failed.page.getByRole('button', { name: '继续付款' }).click()
  await failed.page.getByRole('button', { name: '付款', exact: true }).click()
  await expectPaid(failed, failed.token)

  const play = async (outcome: RegExp) => {
    const visitor = await buyer()
    await toCheckout(visitor, cashier)
    await visitor.page.getByRole('button', { name: '提交订单' }).click()
    await visitor.page.getByRole('button', { name: outcome }).click()
    await visitor.page.waitForURL(/buy\/result/)
    return visitor
  }
  const closed = await play(/关闭这笔付款/)
  await closed.page.getByRole('heading', { name: '等待付款' }).waitFor()

  const late = await play(/逾期到账/)
  await late.page.getByRole('heading', { name: '订单已关闭' }).waitFor()
  await late.page.getByText(/一笔不需要的付款/).waitFor()
  expect(await axe(late.page)).toEqual([])

  const twice = await play(/重复付款/)
  await expectPaid(twice, twice.token)
  await twice.page.getByText(/一笔不需要的付款/).waitFor()
})
