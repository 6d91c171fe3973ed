import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, visit } from './browser'
import { curriculum } from './catalogue'

const scrolled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('section:not([inert]) > main, section:not([inert]) > main *')]
      .filter((one) => one.checkVisibility())
      .reduce((sum, one) => sum + one.scrollTop, 0),
  )

/** Waits until the position has not changed for six frames: the browser animates scrolling by keys. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const position = () =>
      [...document.querySelectorAll('section:not([inert]) > main, section:not([inert]) > main *')]
        .map(({ scrollTop }) => scrollTop)
        .join()
    for (let still = 0, last = position(); still < 6; ) {
      await new Promise(requestAnimationFrame)
      const now = position()
      still = now === last ? still + 1 : 0
      last = now
    }
  })

/** Waits until the page is shown with content that can be scrolled: before that, keys have nothing to move. */
async function complete(page: Page, sign: string): Promise<void> {
  await page.getByText(sign).filter({ visible: true }).first().waitFor()
  // Pictures below the visible part load when scrolled to; the wait does not include them.
  await expect.poll(() => page.locator('section:not([inert]) .animate-shimmer:not(:has(img)):visible').count()).toBe(0)
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('section:not([inert]) > main, section:not([inert]) > main *')]
          .filter((one) => one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowY))
          .map((one) => one.scrollHeight - one.clientHeight),
      ),
    )
  await expect.poll(longest).toBeGreaterThan(100)
  await settled(page)
}

async function keysScroll(page: Page, where: string): Promise<void> {
  const pairs = [
    [' ', 'Shift+ '],
    ['PageDown', 'PageUp'],
    ['ArrowDown', 'ArrowUp'],
    ['End', 'Home'],
  ] as const
  // Space plays the video of a lesson.
  for (const [down, up] of where.includes('course/study') ? pairs.slice(1) : pairs) {
    const before = await scrolled(page)
    await page.keyboard.press(down)
    await expect.poll(() => scrolled(page), { message: `${down} on ${where}`, timeout: 5000 }).toBeGreaterThan(before)
    await settled(page)
    const there = await scrolled(page)
    await page.keyboard.press(up)
    await expect.poll(() => scrolled(page), { message: `${up} on ${where}`, timeout: 5000 }).toBeLessThan(there)
    await settled(page)
  }
}

it('Space, PageDown, arrows, Home and End scroll the page right after a load, a pasted link and a navigation', {
  timeout: 120_000,
}, async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const routes = [
    ['pages/index/index', '精品课程'],
    [`pages/course/details?id=${id}`, '这门课适合谁'],
    [`pages/course/study?id=${id}`, '目录'],
    ['pages/help/index', '怎样申请退款'],
    ['pages/article/agreement?id=1', '一、账号'],
  ] as const
  const visitor = await visit({ as: '13800000001', options: { viewport: { width: 1280, height: 420 } } })
  const { page } = visitor
  for (const [route, sign] of routes) {
    await page.goto('about:blank')
    await visitor.goto(route)
    await complete(page, sign)
    await keysScroll(page, `${route} after a load`)
  }
  for (const [route, sign] of routes) {
    // Simulates a link pasted into the address bar of an open tab.
    await visitor.goto(route)
    await complete(page, sign)
    await keysScroll(page, `${route} after a pasted link`)
  }

  const reader = await visit({ as: '13800000001', route: 'pages/index/index', options: desktop })
  const courses = reader.page.getByRole('region', { name: '精品课程' })
  await courses.getByRole('link').nth(1).click()
  await expect.poll(reader.route).toContain('pages/course/details')
  await reader.page.setViewportSize({ width: 1280, height: 420 })
  await complete(reader.page, '目录')
  await keysScroll(reader.page, 'an opened page')
})

it('Space still presses the focused button and types into the focused field', async () => {
  const { id } = await curriculum('bank', '计算机专业基础训练')
  const visitor = await visit({ as: '13800000001', route: `pages/bank/practice?id=${id}`, options: desktop })
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.getByRole('button', { name: '调整' }).focus()
  await page.keyboard.press(' ')
  await page.locator('dialog[open]').waitFor()
  expect(await scrolled(page)).toBe(0)
  await page.keyboard.press('Escape')
  await visitor.goto('pages/help/feedback')
  const field = page.getByRole('textbox').first()
  await field.focus()
  await page.keyboard.type('a b')
  expect(await field.inputValue()).toBe('a b')
})
