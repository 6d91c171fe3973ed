import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop } from './browser'
import { learner, lessons, playing, second, soon, video } from './player'

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLTextAreaElement
    if (at.tagName === 'BODY') return 'body'
    return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent?.trim() ?? ''
  })

/** Presses Tab until the focused element has the name; the focus must never be lost. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    expect(at).not.toBe('body')
    if (name.test(at)) return
  }
  throw new Error(`${name} is not within ${most} tabs`)
}

it('a lesson is watched, read, noted and left for the next one by keyboard alone', { timeout: 120_000 }, async () => {
  const { id, find } = await lessons()
  const visitor = await learner('只用键盘学的人', id, desktop)
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}`)
  const { page } = visitor
  await expect.poll(() => video(page).evaluate((one: HTMLVideoElement) => one.readyState), soon).toBeGreaterThan(0)
  await page.keyboard.press(' ')
  await expect.poll(() => playing(page), soon).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(() => playing(page), soon).toBe(false)

  await tabTo(page, /^目录$/)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: '文稿', selected: true }).waitFor()
  await tabTo(page, /改一行/)
  await page.keyboard.press('Enter')
  await expect.poll(() => second(page), soon).toBeGreaterThan(25)
  await page.keyboard.press('k')

  await page.getByRole('tab', { name: '文稿' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: /^笔记/, selected: true }).waitFor()
  await tabTo(page, /^记笔记/)
  await page.keyboard.type('键盘 记 的 1')
  await tabTo(page, /^保存$/)
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: '键盘 记 的 1' }).waitFor()
  expect(await focused(page)).not.toBe('body')

  await page.getByRole('tab', { name: /^笔记/ }).focus()
  await page.keyboard.press('Home')
  await tabTo(page, /^1\.2/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^1\.2/ }).waitFor()
  expect(visitor.problems).toEqual([])
})
