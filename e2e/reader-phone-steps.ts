import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, ready } from './reader'

export let textbook: string
export let ebook: string
export let token: string

export const read = (id: string, chapter: string) => `pages/digital-textbooks/read?id=${id}&chapter=${chapter}`
export const book = (id: string, chapter: string) => `pages/books/read?id=${id}&chapter=${chapter}`
export const chapterOf = async (title: string) =>
  (await chaptersOf('textbook', textbook, token)).find((row) => row.title.includes(title))!.id

export async function open(route: string, before?: (page: Page) => Promise<void>) {
  const visitor = await visit({ options: phone, token })
  await before?.(visitor.page)
  await visitor.goto(route)
  // Reloads, because the stand-in voice must be installed before a page loads.
  if (before) await visitor.page.reload()
  await ready(visitor.page)
  return visitor
}

/** Moves a finger over the page in steps; with `fast`, in a few large ones. */
export async function drag(page: Page, { x = 195, y = 600, by = -400, fast = false } = {}): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  const steps = fast ? 4 : 20
  for (let step = 1; step <= steps; step++) await touch('touchMove', y + (by * step) / steps)
  await touch('touchEnd')
  await devtools.detach()
}

export const bar = (page: Page) => page.getByRole('navigation', { name: '阅读工具' })
export const scrollTop = (page: Page) => page.locator('.reader-scroller').evaluate((box) => box.scrollTop)

/** Creates a user who owns both books before the first test, because only a test can wait for the login code. */
export function prepareReader(): void {
  beforeEach(async () => {
    textbook ||= (await curriculum('textbook', '数据结构与算法')).id
    ebook ||= (await curriculum('ebook', '概率论的十二堂课')).id
    token ||= await registerOwner('手机上读书的人', textbook, ebook)
  })
}
