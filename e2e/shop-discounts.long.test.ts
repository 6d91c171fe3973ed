import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop } from './browser'
import { openConsole, operator } from './console'
import { forSale } from './shop'

it('an operator takes an item off the shelf with undo, and the ledger check reports no difference', async () => {
  const staff = await openConsole(`shelf?keyword=${encodeURIComponent(forSale.ebook)}`, operator, desktop)
  const { page } = staff
  await page.getByRole('row', { name: new RegExp(forSale.ebook) }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '下架', exact: true }).click()
  await page.getByText(`已下架《${forSale.ebook}》`).first().waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '下架', exact: true }).waitFor()
  await page.getByRole('link', { name: '销售' }).click()
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await page.getByText(/笔订单一致/).waitFor()
  // Only the content scrolls, not the page with its navigation.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(staff.problems).toEqual([])
})
