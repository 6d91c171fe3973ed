import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { phone, visit } from './browser'
import { registerOwner } from './catalogue'
import { cellsOf, chaptersOf, chapterWith, painted, ready, select } from './reader'
import {
  bar,
  book,
  chapterOf,
  drag,
  ebook,
  open,
  prepareReader,
  read,
  scrollTop,
  textbook,
  token,
} from './reader-phone-steps'

prepareReader()

const barsShown = (page: Page) => page.locator('footer.reader-bar').evaluate((one) => !(one as HTMLElement).inert)

/**
 * Waits until the page no longer scrolls by itself: a touch before that would stop the scrolling instead of counting as
 * a tap.
 */
async function stopped(page: Page): Promise<void> {
  let before = Number.NaN
  await expect
    .poll(async () => {
      const now = await scrollTop(page)
      const still = now === before
      before = now
      return still
    })
    .toBe(true)
}

it('bars hide while the finger scrolls down, and return by a tap and by an upward flick', async () => {
  const { page } = await open(read(textbook, await chapterOf('栈：后进先出')))
  expect(await barsShown(page)).toBe(true)
  await drag(page)
  await expect.poll(() => barsShown(page)).toBe(false)
  await stopped(page)
  const y = await page.evaluate(() => {
    for (let at = 120; at < innerHeight - 60; at += 8)
      if (document.elementFromPoint(195, at)?.matches('.reader-text > p')) return at
    throw new Error('no paragraph is in sight')
  })
  await page.touchscreen.tap(195, y)
  await expect.poll(() => barsShown(page)).toBe(true)
  await drag(page)
  await expect.poll(() => barsShown(page)).toBe(false)
  await drag(page, { y: 300, by: 300, fast: true })
  await expect.poll(() => barsShown(page)).toBe(true)
})

it('the appearance panel sets font, line height, margin and brightness, which a reload keeps', async () => {
  const { page } = await open(read(textbook, await chapterOf('栈：后进先出')))
  await bar(page).getByRole('button', { name: '外观' }).tap()
  const panel = page.getByRole('region', { name: '阅读外观' })
  await panel.getByRole('radiogroup', { name: '行距' }).getByText('宽松').tap()
  await panel.getByRole('radiogroup', { name: '边距' }).getByText('宽', { exact: true }).tap()
  await panel.getByRole('slider', { name: '亮度' }).fill('50')
  // The panel lists the fonts of the test machine; with the system font alone there would be nothing to choose.
  const fonts = panel.getByRole('radiogroup', { name: '字体' })
  const hasFonts = (await fonts.count()) > 0
  if (hasFonts) await fonts.getByText('宋体').tap()
  expect(await axe(page)).toEqual([])
  const look = () =>
    page.evaluate(() => {
      const text = getComputedStyle(document.querySelector('.reader-text')!)
      const dim = document.querySelector('.reader-dim')
      const side = Number.parseFloat(getComputedStyle(document.querySelector('.reader-columns')!).paddingLeft)
      return {
        line: Math.round((Number.parseFloat(text.lineHeight) / Number.parseFloat(text.fontSize)) * 10) / 10,
        side,
        dim: dim && getComputedStyle(dim).opacity,
        song: text.fontFamily.includes('Songti SC'),
      }
    })
  const chosen = { line: 2.2, side: 32, dim: '0.35', song: hasFonts }
  expect(await look()).toEqual(chosen)
  await page.reload()
  await ready(page)
  expect(await look()).toEqual(chosen)
})

it('a code cell shows its output in place, remembers it after a reload, and wraps long lines by choice', {
  timeout: 120_000,
}, async () => {
  const { id } = await chapterWith(token, textbook, (chapter) => cellsOf(chapter) > 0)
  const { page } = await open(read(textbook, id))
  const cell = page.getByRole('group', { name: /可运行的/ }).first()
  await cell.getByRole('button', { name: '运行', exact: true }).tap()
  await cell.getByText('运行完成').waitFor({ timeout: 60_000 })
  const output = await cell.getByRole('region', { name: '程序输出' }).innerText()
  await page.reload()
  await ready(page)
  await cell.getByText('运行完成').waitFor()
  expect(await cell.getByRole('region', { name: '程序输出' }).innerText()).toBe(output)
  const wrap = cell.getByRole('button', { name: '自动换行' })
  expect(await wrap.getAttribute('aria-pressed')).toBe('false')
  // The name of the language is not cut off.
  const name = cell.getByText('Python', { exact: true }).filter({ visible: true })
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await wrap.tap()
  await expect.poll(() => wrap.getAttribute('aria-pressed')).toBe('true')
  const wide = () =>
    cell
      .locator('.code-scroll')
      .first()
      .evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(await wide()).toBeLessThanOrEqual(1)
})

it('a thought leaves a dotted line in the text, and a tap on it opens the thought', async () => {
  const owner = await registerOwner('有想法的人', textbook)
  const visitor = await visit({ options: phone, token: owner })
  const { page } = visitor
  await visitor.goto(read(textbook, await chapterOf('栈：后进先出')))
  await ready(page)
  const words = '总是最先被拿走'
  await select(page, words)
  await page.getByRole('button', { name: '写想法' }).tap()
  await page.getByRole('textbox', { name: '想法' }).fill('像食堂里的盘子')
  await page.getByRole('button', { name: '保存' }).tap()
  await expect.poll(() => painted(page, 'thought')).toEqual([words])
  const at = await page.evaluate(() => {
    const [range] = [...CSS.highlights.get('reader-thought')!] as Range[]
    const { left, top, width, height } = range!.getClientRects()[0]!
    return { x: left + width / 2, y: top + height / 2 }
  })
  await page.touchscreen.tap(at.x, at.y)
  const sheet = page.getByRole('dialog', { name: '我的想法' })
  await sheet.getByText('像食堂里的盘子').waitFor()
  await sheet.getByRole('button', { name: '修改' }).tap()
  await page.getByRole('textbox', { name: '想法' }).waitFor()
})

it('the last page of a book offers rating, sharing, the notes and what to read next', async () => {
  const rows = await chaptersOf('ebook', ebook, token)
  const { page, route } = await open(book(ebook, rows.at(-1)!.id))
  // The End key does nothing before the pages are laid out.
  const atEnd = async () => {
    await page.keyboard.press('End')
    return new Set((await page.locator('.reader-foot').innerText()).split(' / ')).size
  }
  await expect.poll(atEnd).toBe(1)
  const end = page.getByRole('region', { name: '全书末尾' })
  // A reader who jumped to the last chapter has not read the book.
  await end.getByText(/^到最后一章了/).waitFor()
  await end.getByRole('button', { name: '分享给朋友' }).waitFor()
  await end.getByRole('region', { name: '接着读' }).getByRole('link').first().waitFor()
  await end.getByRole('link', { name: '我的笔记' }).tap()
  await expect.poll(route).toContain('pages/my/notes')
  await page.goBack()
  await end.getByRole('link', { name: '我的笔记' }).waitFor()
  await end.getByRole('radio', { name: '5 星，力荐' }).tap({ force: true })
  await expect.poll(route).toContain('pages/evaluate/index')
  await expect
    .poll(() => page.getByRole('radiogroup', { name: '总体评分' }).getByRole('radio', { checked: true }).count())
    .toBe(1)
})
