import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { long, sampleOf } from '../server/src/testing/measurements'
import { phone, type Visitor, visit } from './browser'
import { curriculum } from './catalogue'
import { type PageCase, pageCases, tokens, type Who } from './page-cases'
import { cellsOf, chapterWith } from './reader'

const soon = { timeout: 30_000 }
const failed = '服务器异常'

/** Returns the text of the page shown, without hidden pages (display: none) and sheets (outside of `main`). */
const shownText = (page: Page) =>
  page.locator('section:not([inert]) > main').filter({ visible: true }).first().innerText()

/**
 * Counts the elements of the page shown. The counts change if a page comes back mounted twice or without a portal.
 */
const countParts = (page: Page) =>
  page.evaluate(() => {
    const main = [...document.querySelectorAll('section:not([inert]) > main')].find((one) => one.checkVisibility())
    const kinds = ['h1, h2, h3', 'button, a[href]', 'input, textarea, [contenteditable]', '[data-mount]', 'img, canvas']
    return kinds.map((kind) => [...(main?.querySelectorAll(kind) ?? [])].filter((one) => one.checkVisibility()).length)
  })

/** Returns the element counts once two counts in a row are equal. */
async function settled(page: Page): Promise<number[]> {
  let last = await countParts(page)
  for (let looks = 0; looks < 20; looks++) {
    await page.waitForTimeout(250)
    const next = await countParts(page)
    if (JSON.stringify(next) === JSON.stringify(last)) return next
    last = next
  }
  return last
}

async function open(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#/${to}`
  }, route)
}

it('a chapter with code cells is complete after returning from test, extra reading, AI and home', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const chapter = await chapterWith(
    await tokens.student(),
    id,
    (one) => one.kind === 'text' && cellsOf(one) >= 2 && one.testId !== null && one.expands.length > 0,
  )
  const cells = cellsOf(chapter)
  const visitor = await visit({ as: '13800000001', options: phone })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`)
  const whole = async () => {
    await page.locator('.reader-text [data-p]').filter({ visible: true }).first().waitFor(soon)
    await expect.poll(() => page.locator('.reader-text pre[data-cell] + [data-mount]').count(), soon).toBe(cells)
    expect(await page.locator('.reader-text pre[data-cell] + [data-mount] + [data-mount]').count()).toBe(0)
    expect(await shownText(page)).not.toContain(failed)
  }
  await whole()
  const leave = async (there: string) => {
    const target = page.locator(`.reader-end a[href*="${there}"]`).filter({ visible: true }).first()
    await target.scrollIntoViewIfNeeded()
    // Wait until the page turn has ended.
    await page.waitForTimeout(600)
    await target.tap()
    await expect.poll(visitor.route, soon).toContain(there)
    await page.locator('.reader-text pre[data-cell]').first().waitFor({ state: 'hidden' })
    await page.goBack()
    await whole()
  }
  await leave('pages/exam/answer')
  await leave('pages/digital-textbooks/expand')
  for (const onward of ['pages/ai/index', 'pages/index/index']) {
    await open(page, onward)
    await page.locator('.reader-text pre[data-cell]').first().waitFor({ state: 'hidden' })
    await page.goBack()
    await whole()
  }
  expect(visitor.problems.filter((problem) => problem.startsWith('error'))).toEqual([])
})

/** Opens a browser as the given kind of user. */
async function walker(who: Who): Promise<Visitor> {
  return visit({ route: 'pages/setting/about', token: await tokens[who]() })
}

async function comesBack({ page, problems }: Visitor, { path, sign, query }: PageCase): Promise<void> {
  const found = await query()
  const route = found ? `${path}?${found}` : path
  // The gallery of components shows loading and errors permanently, and its examples change by themselves.
  const showsStates = path === 'pages/test/test'
  const complete = async () => {
    await page.getByText(sign).filter({ visible: true }).first().waitFor(soon)
    await page.waitForLoadState('networkidle')
    if (!showsStates)
      await expect.poll(() => page.locator('.animate-shimmer').filter({ visible: true }).count(), soon).toBe(0)
  }
  await open(page, route)
  await complete()
  const before = await settled(page)
  const onward = path === 'pages/setting/about' ? 'pages/help/index' : 'pages/setting/about'
  await open(page, onward)
  await expect.poll(() => page.url(), soon).toContain(onward)
  await page.goBack()
  await complete()
  if (!showsStates) {
    expect(await shownText(page), route).not.toContain(failed)
    await expect.poll(() => countParts(page), { message: route, timeout: 10_000 }).toEqual(before)
  }
  expect(
    problems.filter((problem) => problem.startsWith('error')),
    route,
  ).toEqual([])
}

/** A fifth of the cases in `npm test`, all of them in `npm run verify -- browser`. */
const inSample = (_: PageCase, at: number) => long || at % 5 === 0

it(`${sampleOf('pages')} are unchanged after another page was opened above them and closed`, {
  timeout: 900_000,
}, async () => {
  for (const who of Object.keys(tokens) as Who[]) {
    const rows = pageCases.filter(inSample).filter((row) => row.who === who)
    if (rows.length === 0) continue
    const visitor = await walker(who)
    for (const row of rows) await comesBack(visitor, row)
  }
})
