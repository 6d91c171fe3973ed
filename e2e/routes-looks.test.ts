import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useToken } from './accounts'
import { axe } from './axe'
import { phone, type Visitor, visit } from './browser'
import { coveredParts } from './edges'
import { everyRoute, type Opening, openings, tokens } from './openings'
import { tooSmall } from './touch'

const widths = [320, 960, 1280, 1920]

it('every route is opened', () => {
  expect(new Set(openings.map(({ path }) => path))).toEqual(new Set(everyRoute))
})

interface Window extends Visitor {
  /** How many pages were opened since the app was loaded. */
  opened: number
}
const windows = new Map<Opening['who'], Promise<Window>>()

/** A window for everybody who opens pages, as wide as a phone. */
function windowOf(who: Opening['who']): Promise<Window> {
  const open = async () => {
    const visitor = await visit({ route: 'pages/setting/about', options: { ...phone, isMobile: false } })
    if (who !== 'guest') await useToken(visitor.page, await tokens[who]())
    return { ...visitor, opened: 0 }
  }
  const window = windows.get(who) ?? open()
  windows.set(who, window)
  return window
}

/** Opens a page above the last one, as the app does: loading app and axe anew each time takes longer than all the rest. */
async function openIn(window: Window, { path, sign, query }: Opening): Promise<void> {
  const { page, goto } = window
  // Leaving a paper asks first, pages below the one shown are kept, and a second try begins anew.
  const anew = window.opened++ % 8 === 0 || page.url().includes('exam/answer') || page.url().includes(path)
  if (anew) await page.goto('about:blank')
  await page.evaluate(() => {
    for (const shown of document.querySelectorAll('section:not([inert])')) shown.setAttribute('data-left', '')
  })
  await goto(`${path}?${await query()}`)
  await page.locator('section:not([inert]):not([data-left])').first().waitFor()
  await complete(page, path, sign)
}

it.for(openings)('$path stands well for a $who', { timeout: 180_000 }, async (opening) => {
  const window = await windowOf(opening.who)
  const { page, problems } = window
  const { path, sign } = opening
  problems.length = 0
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openIn(window, opening)
  await expect.poll(() => axe(page)).toEqual([])
  await expect.poll(() => tooSmall(page)).toEqual([])
  await expect.poll(() => coveredParts(page)).toEqual([])
  await expect.poll(() => tooWide(page, '200%'), { message: 'text at 200 %' }).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => tooWide(page, '100%'), { message: `${width} px` }).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await complete(page, path, sign)
  await expect.poll(() => axe(page)).toEqual([])
  expect(problems).toEqual([])
})

async function complete(page: Page, path: string, sign: Opening['sign']): Promise<void> {
  await page.getByText(sign).filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  // The gallery shows what loading looks like.
  if (path !== 'pages/test/test') await expect.poll(() => page.locator('.animate-shimmer:visible').count()).toBe(0)
}

/** What reaches over the edge of the window, of the page's main part or of a chapter, with the text that large. */
const tooWide = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
    const boxes = [document.documentElement, ...document.querySelectorAll('main, [data-flow="scroll"]')]
    return boxes
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      .flatMap((box) => {
        const edge = box.getBoundingClientRect().left + box.clientWidth + 1
        const over = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge)
        return over.slice(0, 3).map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 20)}`)
      })
  }, size)
