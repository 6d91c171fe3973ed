import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop, phone, type Visitor, visit } from './browser'

const guestPages = [
  'pages/login/index',
  'pages/login/forget',
  'pages/login/set-password',
  'pages/login/bind-mobile',
  'pages/login/scan?id=3d6d1c0a-6c4e-4f3e-9d8a-1b2c3d4e5f60',
  'pages/my/index',
  'pages/setting/index',
  'pages/setting/about',
]
const userPages = [
  'pages/my/index',
  'pages/my/edit-info',
  'pages/my/auth',
  'pages/setting/index',
  'pages/setting/devices',
  'pages/setting/edit-phone',
  'pages/setting/edit-password',
  'pages/setting/forget-password',
  'pages/setting/cancel-account',
]

/** As a visit of its own, until everything it loads is there. */
async function openAnew({ page, goto }: Visitor, route: string): Promise<void> {
  await page.goto('about:blank')
  await goto(route)
  await page.locator('main').last().waitFor()
  await page.waitForLoadState('networkidle')
}

it.each([
  ['phone, light', { ...phone, colorScheme: 'light' as const }],
  ['desktop, dark', { ...desktop, colorScheme: 'dark' as const }],
])('account pages have nothing that axe objects to (%s)', { timeout: 180_000 }, async (_name, options) => {
  const found: Record<string, string[]> = {}
  for (const as of [undefined, '13800000002']) {
    const visitor = await visit({ as, options: { ...options, reducedMotion: 'reduce' } })
    for (const route of as ? userPages : guestPages) {
      await openAnew(visitor, route)
      const problems = await axe(visitor.page)
      if (problems.length > 0) found[`${as ?? 'guest'} ${route}`] = problems
    }
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  }
  expect(found).toEqual({})
})

it('nothing is wider than a small phone, with text at twice its size', { timeout: 120_000 }, async () => {
  const wide: string[] = []
  for (const as of [undefined, '13800000002']) {
    const visitor = await visit({ as, options: { ...phone, viewport: { width: 320, height: 640 } } })
    const { page } = visitor
    for (const route of as ? userPages : guestPages) {
      await openAnew(visitor, route)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '32px'
      })
      const overflow = await page.evaluate(() =>
        [...document.querySelectorAll('main')].some((main) => main.scrollWidth > main.clientWidth + 1),
      )
      if (overflow) wide.push(route)
    }
    await visitor.context.close()
  }
  expect(wide).toEqual([])
})
