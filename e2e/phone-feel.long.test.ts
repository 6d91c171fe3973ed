import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { phone, visit } from './browser'
import { curriculum } from './catalogue'
import { useTouch } from './finger'

const patient = { timeout: 45_000 }

/** The sheet of the login page. */
async function openSheet(page: Page) {
  await page.getByRole('button', { name: '扫码登录' }).tap(patient)
  const sheet = page.getByRole('dialog', { name: '扫码登录' })
  await sheet.waitFor()
  const settled = () => sheet.evaluate((box) => box.getAnimations().every(({ playState }) => playState === 'finished'))
  await expect.poll(settled).toBe(true)
  return sheet
}

it('a sheet that is pulled a little returns, and a short flick closes it', async () => {
  const { page, problems } = await visit({ options: phone, route: 'pages/login/index' })
  const sheet = await openSheet(page)
  const { y, height } = (await sheet.boundingBox())!
  const finger = await useTouch(page)
  await finger.down(195, y + 30)
  for (let by = 5; by <= 60; by += 5) await finger.move(195, y + 30 + by)
  expect((await sheet.boundingBox())!.y).toBeGreaterThan(y + 30)
  // A finger that rests before it is lifted has no speed.
  await page.waitForTimeout(150)
  await finger.up()
  await expect.poll(async () => Math.round((await sheet.boundingBox())!.y)).toBe(Math.round(y))
  expect(await sheet.isVisible()).toBe(true)

  await finger.down(195, y + 30)
  // 80 px are less than a pull needs without speed.
  for (const by of [20, 50, 80]) await finger.move(195, y + 30 + by)
  await finger.up()
  await sheet.waitFor({ state: 'hidden' })
  expect(height).toBeGreaterThan(160)
  expect(problems).toEqual([])
})

it('the focus of a newly opened sheet is on its content, never on its close button or a link', async () => {
  const { page } = await visit({ options: phone, route: 'pages/login/index' })
  const focus = () =>
    page.evaluate(() => {
      const at = document.activeElement!
      return at.closest('dialog[open]') && !at.matches('a, [aria-label="关闭"]') ? 'content' : at.outerHTML.slice(0, 80)
    })
  await openSheet(page)
  expect(await focus()).toBe('content')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '《用户协议》' }).tap()
  await dialog(page).getByText('欢迎使用多享学').waitFor(patient)
  expect(await focus()).toBe('content')
})

it.each([
  ['flies to', 'no-preference', 1],
  ['with reduced motion does not fly to', 'reduce', 0],
] as const)('the cover of a row %s the details page', async (_, reducedMotion, flights) => {
  const { id } = await curriculum('ebook', '桥为什么不会塌')
  const { page } = await visit({ options: { ...phone, reducedMotion }, route: 'pages/index/books' })
  const row = page.getByRole('link', { name: /桥为什么不会塌/ }).filter({ visible: true })
  // Only a page that is loaded opens while the list is still visible, so that it is opened twice.
  const title = page.getByRole('heading', { level: 1, name: /^桥为什么不会塌/ }).filter({ visible: true })
  await row.tap(patient)
  await title.waitFor(patient)
  await page.goBack()
  await row.locator('svg').first().waitFor(patient)
  await title.waitFor({ state: 'hidden' })
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { flown: seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.hasAttribute('data-flying')) seen.push(node.tagName)
    }).observe(document.body, { childList: true })
  })
  await row.tap()
  await page.waitForURL(new RegExp(`details\\?id=${id}`))
  await title.waitFor(patient)
  expect(await page.evaluate(() => (window as { flown?: string[] }).flown!.length)).toBe(flights)
  // Nothing of the movement stays over the page.
  await expect.poll(() => page.locator('[data-flying]').count()).toBe(0)
})

it('a search on a touch screen takes the focus out of the field, so that no keyboard covers the results', async () => {
  const { page } = await visit({ options: phone, route: 'pages/search/index' })
  const field = page.getByRole('combobox')
  await field.tap(patient)
  await field.fill('队列')
  await page.getByRole('button', { name: '搜索', exact: true }).tap()
  await page.getByRole('tab', { name: /^章节 \d/ }).waitFor(patient)
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(false)
  await field.tap()
  await field.fill('栈')
  await field.press('Enter')
  await page.getByText('栈的来历').first().waitFor(patient)
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(false)
})
