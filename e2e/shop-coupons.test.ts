import { expect, it } from 'vitest'
import { sampleCoupons } from '../server/src/seed/commerce'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop } from './browser'
import { buyer } from './shop'

const [typedCode, linkedCode, spareCode] = sampleCoupons.fresh as [string, string, string]

it('a typed coupon code shows its contents, is exchanged once, and is listed in the records', async () => {
  const visitor = await buyer()
  const { page } = visitor
  await visitor.goto('pages/exchange/index')
  const field = page.getByRole('textbox', { name: '兑换码' })
  await field.fill(` ${typedCode.toLowerCase().replace('sample', ' sample-')} `)
  // The typed code survives a reload.
  await page.reload()
  expect(await field.inputValue()).toContain('sample-')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await page.getByRole('heading', { name: '确认兑换' }).waitFor()
  await page.getByText('新生礼包（示例）').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '确认兑换' }).dblclick()
  await page.getByRole('heading', { name: '兑换成功' }).waitFor()
  expect(await field.inputValue()).toBe('')
  await page.getByRole('link', { name: '兑换记录' }).click()
  await page.getByRole('article', { name: '新生礼包（示例）' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: '去学习' }).click()
  await page.waitForURL(/pages\/course\/study\?id=/)
  expect(visitor.problems).toEqual([])
})

it('a coupon code in the URL is looked up at once and exchanged only after confirmation', async () => {
  const visitor = await buyer(desktop)
  const { page, token } = visitor
  await visitor.goto(`pages/exchange/index?code=${linkedCode}`)
  await page.getByRole('heading', { name: '确认兑换' }).waitFor()
  await page.keyboard.press('Escape')
  expect((await api(token).call('GET /v1/coupon_exchange_record', {})).total).toBe(0)
  expect(visitor.route()).toBe('pages/exchange/index')
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await page.getByRole('button', { name: '确认兑换' }).click()
  await page.getByRole('heading', { name: '兑换成功' }).waitFor()
  expect((await api(token).call('GET /v1/coupon_exchange_record', {})).total).toBe(1)

  // A code is not used up by a user who already owns all of its contents.
  await page.getByRole('textbox', { name: '兑换码' }).fill(spareCode)
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await page.getByText(/已拥有：里面的内容你都有了/).waitFor()
  const other = api(await register(newMobile()))
  expect(await other.call('GET /v1/coupon_bind_curriculum', { code: spareCode })).toMatchObject({
    title: '新生礼包（示例）',
  })
})

it('a rejected coupon code stays in the field with the reason', async () => {
  const visitor = await buyer()
  const { page } = visitor
  await visitor.goto('pages/exchange/index')
  const field = page.getByRole('textbox', { name: '兑换码' })
  const refusals = [
    ['', '请输入兑换码'],
    ['NOTACODEATALL', '兑换码无效，请核对后重新输入'],
    [sampleCoupons.used, '兑换码已使用，一个码只能用一次'],
    [sampleCoupons.expired, '兑换码已过期'],
  ] as const
  for (const [code, text] of refusals) {
    await field.fill(code)
    await page.getByRole('button', { name: '兑换', exact: true }).click()
    await page.getByText(text).waitFor()
    expect(await field.inputValue()).toBe(code)
  }
  expect(await axe(page)).toEqual([])
})
