import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, type Visitor, visit } from './browser'
import { type PageCase, tokens } from './page-cases'

/** A window in which many pages are opened one after another. */
export interface SharedWindow extends Visitor {
  /** Number of pages opened since the app was loaded. */
  opened: number
}
const windows = new Map<PageCase['who'], Promise<SharedWindow>>()

/** Returns the browser window of a kind of user, opened once per file. */
export function windowOf(who: PageCase['who'], options: BrowserContextOptions = {}): Promise<SharedWindow> {
  const open = async () => {
    const visitor = await visit({
      route: 'pages/setting/about',
      options: { ...phone, ...options },
      until: 'file',
      token: await tokens[who](),
    })
    return { ...visitor, opened: 0 }
  }
  const window = windows.get(who) ?? open()
  windows.set(who, window)
  return window
}

/**
 * Opens a page by navigation inside the loaded app, because loading the app and axe per page would take most of the
 * time.
 */
export async function openIn(window: SharedWindow, { path, sign, query }: Omit<PageCase, 'who'>): Promise<void> {
  const { page, goto } = window
  // Loads the app anew every 8 pages, because pages stay mounted; after an exam, whose leave dialog would block the
  // navigation; and when the same page is retried.
  const anew = window.opened++ % 8 === 0 || page.url().includes('exam/answer') || page.url().includes(path)
  if (anew) await page.goto('about:blank')
  await page.evaluate(() => {
    for (const shown of document.querySelectorAll('section:not([inert])')) shown.setAttribute('data-left', '')
  })
  await goto(`${path}?${await query()}`)
  await page.locator('section:not([inert]):not([data-left])').first().waitFor()
  await shown(page, path, sign)
  await page.waitForLoadState('networkidle')
  await shown(page, path, sign)
}

/**
 * Waits until the content is shown, but not for requests: after a change of width or colour scheme no request is sent.
 */
export async function shown(page: Page, path: string, sign: PageCase['sign']): Promise<void> {
  await page.getByText(sign).filter({ visible: true }).first().waitFor()
  // The gallery shows the loading state permanently.
  if (path !== 'pages/test/test') await expect.poll(() => page.locator('.animate-shimmer:visible').count()).toBe(0)
}
