import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { api, desktop, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { cellsOf, chaptersOf, chapterWith, ready, select, someWords } from './reader'

const soon = { timeout: 30_000 }
const isFieldFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('dialog[open] textarea, dialog[open] input') ?? false)

/** Taps a point of the sheet by touch. Not by Playwright's `tap`, which would scroll first. */
async function tapAt(page: Page, selector: string, x = 0.3): Promise<void> {
  const box = (await dialog(page).locator(selector).first().boundingBox())!
  await page.touchscreen.tap(box.x + box.width * x, box.y + box.height / 2)
}

it('a tap on the title keeps a sheet open; a tap outside and back close it', async () => {
  const visitor = await visit({ as: '13800000001', route: 'pages/study/index', options: phone })
  const { page } = visitor
  const days = page.getByRole('button', { name: '学习日历' })
  await days.tap()
  await dialog(page).waitFor()
  await tapAt(page, 'h2')
  await page.waitForTimeout(600)
  expect(await dialog(page).isVisible()).toBe(true)
  await page.touchscreen.tap(195, 40)
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await days.tap()
  await dialog(page).waitFor()
  await page.goBack()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  expect(visitor.route()).toBe('pages/study/index')
  // In a sheet opened by a key, Space scrolls and does not close the sheet.
  await days.focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await page.keyboard.press(' ')
  await page.waitForTimeout(400)
  expect(await dialog(page).isVisible()).toBe(true)
})

it('写想法 focuses the field, and a draft is kept when back closes the sheet', {
  timeout: 90_000,
}, async () => {
  const { id } = await curriculum('ebook', '怎样自学一门课')
  const token = await registerOwner('写想法的人', id)
  const [, chapter] = await chaptersOf('ebook', id)
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/books/read?id=${id}&chapter=${chapter!.id}`)
  await ready(page)
  const quote = await someWords(page)
  const write = async (words: string) => {
    await select(page, words)
    await page.getByRole('button', { name: '写想法' }).tap()
    await dialog(page).getByRole('textbox').waitFor()
    await expect.poll(() => isFieldFocused(page)).toBe(true)
  }
  await write(quote)
  await page.keyboard.type(' a b c')
  expect(await dialog(page).getByRole('textbox').inputValue()).toBe(' a b c')
  await page.goBack()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  expect(visitor.route()).toContain('pages/books/read')
  // A slightly different selection of the same passage finds the draft again.
  await write(quote.slice(1))
  expect(await dialog(page).getByRole('textbox').inputValue()).toBe(' a b c')
  await page.getByText('这一段上次没写完的想法').waitFor()
  await dialog(page).getByRole('button', { name: '保存' }).tap()
  await expect
    .poll(async () => (await api(token).call('GET /v1/textbooks_brightness_search', { id })).list[0]?.note, soon)
    .toBe('a b c')
})

it('in the sheets 写原因 and 调整, typed text with spaces reaches the field and is kept as a draft', async () => {
  const visitor = await visit({ as: '13800000001', route: 'pages/bank/wrong', options: desktop })
  const { page } = visitor
  await page.getByRole('button', { name: /原因/ }).first().click(soon)
  await dialog(page).getByRole('textbox').waitFor()
  await expect.poll(() => isFieldFocused(page)).toBe(true)
  const field = dialog(page).getByRole('textbox')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('下次 看 单位')
  expect(await field.inputValue()).toBe('下次 看 单位')
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /原因/ }).first().click()
  await expect.poll(() => dialog(page).getByRole('textbox').inputValue()).toBe('下次 看 单位')
  await page.keyboard.press('Escape')

  const { id } = await curriculum('bank', '计算机专业基础训练')
  await visitor.goto(`pages/bank/practice?id=${id}`)
  await page.getByRole('button', { name: '调整' }).click(soon)
  await dialog(page).waitFor()
  await expect.poll(() => isFieldFocused(page)).toBe(true)
  await page.keyboard.press(' ')
  await page.waitForTimeout(400)
  expect(await dialog(page).isVisible()).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('35')
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '调整' }).click()
  await expect.poll(() => dialog(page).getByRole('spinbutton').inputValue()).toBe('35')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await page.getByText(/\/ 35 题/).waitFor(soon)
})

it('a note written by touch is saved while the video keeps playing', { timeout: 90_000 }, async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const rows = await api().call('GET /v1/course_chapter', { id })
  const lesson = rows.find(({ title }) => title.startsWith('1.2'))!
  const token = await registerOwner('边看边记的人', id)
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
  await page.getByRole('button', { name: '播放', exact: true }).first().tap(soon)
  const second = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(second, soon).toBeGreaterThan(2.2)
  await page.getByRole('tab', { name: '笔记' }).tap()
  await page.getByLabel('记笔记').tap()
  await page.keyboard.type('two words here')
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  await page.getByRole('button', { name: '保存', exact: true }).tap()
  await page.getByText('笔记已保存').first().waitFor(soon)
  await expect.poll(() => page.getByLabel('记笔记').inputValue()).toBe('')
  expect(visitor.problems.filter((problem) => !problem.startsWith('503'))).toEqual([])
})

it('a space typed into a code cell of a textbook stays in the code', { timeout: 90_000 }, async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('写代码的人', id)
  const chapter = await chapterWith(token, id, (one) => cellsOf(one) > 0)
  const visitor = await visit({ options: desktop, token })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`)
  await ready(page)
  const cell = page.locator('.reader-text pre[data-cell] + [data-mount]').first()
  await cell.getByRole('button', { name: '编辑代码' }).first().click(soon)
  const editor = page.getByRole('textbox', { name: /代码编辑区，/ }).first()
  await editor.click(soon)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('#')
  await page.waitForTimeout(500)
  const scrolled = () =>
    page.locator('.reader-scroller').evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
  const before = await scrolled()
  await page.keyboard.type(' a b c d e')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Home')
  await page.waitForTimeout(500)
  expect(await editor.innerText()).toContain('# a b c d e')
  expect(await scrolled()).toEqual(before)
  expect(await editor.evaluate((one) => one.getRootNode() instanceof ShadowRoot)).toBe(true)
})
