import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { long } from '../server/src/testing/measurements'
import { axe } from './axe'
import { everyRoute, pageCases } from './page-cases'
import { openIn, shown, windowOf } from './page-windows'
import { coveredControls } from './safe-area'
import { tooSmall } from './touch'

const widths = [320, 641, 800, 960, 1280, 1440, 1920]

/** Returns `pages/order` for `pages/order/details`. The pages of a folder share most of their components. */
const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** `npm test` tests the first page of every second folder, `npm run verify -- browser` all states of all pages. */
const cases = pageCases
  .filter(({ path }, at) => long || pageCases.findIndex((one) => folderOf(one.path) === folderOf(path)) === at)
  .filter((_, at) => long || at % 2 === 0)
  .map((one, at) => ({ ...one, at }))

it('every route has a page case', () => {
  expect(new Set(pageCases.map(({ path }) => path))).toEqual(new Set(everyRoute))
})

// `npm test` checks two widths per route and runs axe either in light mode on a phone or in dark mode on a desktop;
// `npm run verify -- browser` checks all of them for every state.
it.for(cases)(
  '$path passes axe, tap target, safe area and overflow checks for a $who',
  { timeout: 180_000 },
  async ({ at, ...opening }) => {
    const window = await windowOf(opening.who, { isMobile: false })
    const { page, problems } = window
    const { path, sign } = opening
    problems.length = 0
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await openIn(window, opening)
    if (long || at % 2 === 0) await expect.poll(() => axe(page)).toEqual([])
    await expect.poll(() => tooSmall(page)).toEqual([])
    await expect.poll(() => coveredControls(page)).toEqual([])
    await expect.poll(() => tooWide(page, '200%'), { message: 'text at 200 %' }).toEqual([])
    for (const width of long ? widths : [widths[0]!, widths[1 + (at % 6)]!]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => tooWide(page, '100%'), { message: `${width} px` }).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shown(page, path, sign)
    if (long || at % 2 === 1) await expect.poll(() => axe(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

/** Lists elements that overflow the window, the main element or a chapter at the given font size. */
const tooWide = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
    const boxes = [document.documentElement, ...document.querySelectorAll('main, [data-layout-mode="scroll"]')]
    return boxes
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      .flatMap((box) => {
        const edge = box.getBoundingClientRect().left + box.clientWidth + 1
        const over = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge)
        return over.slice(0, 3).map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 20)}`)
      })
  }, size)
