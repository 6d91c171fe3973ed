import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, painted, ready } from './reader'

let textbook: string
let ebook: string
let token: string
beforeEach(async () => {
  textbook ||= (await curriculum('textbook', '数据结构与算法')).id
  ebook ||= (await curriculum('ebook', '概率论的十二堂课')).id
  token ||= await registerOwner('电脑前读书的人', textbook, ebook)
})

const wide = { viewport: { width: 1440, height: 900 } }

async function open(route: string, options = desktop) {
  const visitor = await visit({ options, token })
  await visitor.goto(route)
  await ready(visitor.page)
  return visitor
}
const openBook = async (place: number, options = desktop) =>
  open(`pages/books/read?id=${ebook}&chapter=${(await chaptersOf('ebook', ebook, token))[place]!.id}`, options)
const openStack = async (options = desktop) => {
  const rows = await chaptersOf('textbook', textbook, token)
  const { id } = rows.find(({ title }) => title.includes('栈：后进先出'))!
  return open(`pages/digital-textbooks/read?id=${textbook}&chapter=${id}`, options)
}
const foot = (page: Page) => page.locator('.reader-foot').innerText()

it('the wheel and the arrows beside the page turn pages', async () => {
  const { page } = await openBook(1)
  await expect.poll(() => foot(page)).toMatch(/^1 \//)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 120)
  await expect.poll(() => foot(page)).toMatch(/^2 \//)
  await page.waitForTimeout(500)
  await page.mouse.wheel(0, -120)
  await expect.poll(() => foot(page)).toMatch(/^1 \//)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect.poll(() => foot(page)).toMatch(/^2 \//)
  await page.getByRole('button', { name: '上一页' }).click()
  await expect.poll(() => foot(page)).toMatch(/^1 \//)
})

/** Number of columns of a page, and the width of the widest one in characters. */
const columns = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector('.reader-text')!
    const box = document.querySelector('.reader-scroller')!.getBoundingClientRect()
    const lines = [...text.querySelectorAll('p')]
      .flatMap((one) => [...one.getClientRects()])
      .filter(({ left, right }) => left >= box.left - 1 && right <= box.right + 1)
    const size = Number.parseFloat(getComputedStyle(text).fontSize)
    return {
      count: new Set(lines.map(({ left }) => Math.round(left / 20))).size,
      characters: Math.floor(Math.max(...lines.map(({ width }) => width)) / size),
    }
  })

it('pages have two columns from 1440 px, and lines of at most 42 characters at every width', async () => {
  const { page } = await openBook(1, wide)
  await expect.poll(async () => (await columns(page)).count).toBe(2)
  for (const width of [960, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await columns(page)).characters).toBeLessThanOrEqual(42)
  }
})

it('panes collapse by [ and ], stay so after a reload, and are closed below 1100 px', async () => {
  const { page } = await openStack()
  const left = page.getByRole('complementary', { name: '目录' })
  const right = page.getByRole('complementary', { name: '笔记与讨论' })
  await left.waitFor()
  await right.waitFor()
  await page.keyboard.press('[')
  await left.waitFor({ state: 'detached' })
  await page.keyboard.press(']')
  await right.waitFor({ state: 'detached' })
  await page.reload()
  await ready(page)
  expect([await left.count(), await right.count()]).toEqual([0, 0])
  await page.keyboard.press('[')
  await page.keyboard.press(']')
  await right.waitFor()
  await page.setViewportSize({ width: 1080, height: 800 })
  await right.waitFor({ state: 'detached' })
  expect(await left.count()).toBe(0)
  await page.getByRole('button', { name: '笔记栏' }).click()
  await right.waitFor()
  expect(await axe(page)).toEqual([])
})

it('text is selected, highlighted and annotated by keys alone, and Escape closes what is open', async () => {
  const { page } = await openStack()
  const menu = page.getByRole('toolbar', { name: '选中文字的操作' })
  await page.locator('.reader-scroller').focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('Shift+ArrowRight')
  await menu.waitFor()
  // The menu is one row beside the selection.
  expect((await menu.boundingBox())!.height).toBeLessThan(64)
  await page.keyboard.press('3')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(async () => (await painted(page, 'blue')).join('').length).toBeGreaterThanOrEqual(5)
  // Starts again at the first visible character, then extends the selection by the next sentence.
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await menu.waitFor()
  await page.keyboard.press('h')
  await expect.poll(async () => (await painted(page, 'blue')).length).toBe(2)
  await page.keyboard.press('Shift+ArrowDown')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+ArrowDown')
  await menu.waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: '想法' }).fill('只用键盘写的')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await painted(page, 'thought')).length).toBe(1)
  await page.getByRole('button', { name: '阅读外观' }).click()
  const panel = page.getByRole('region', { name: '阅读外观' })
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

it('the focus stays in the text after a highlight, Escape and a note, whatever had it before', async () => {
  const { page } = await openStack()
  const menu = page.getByRole('toolbar', { name: '选中文字的操作' })
  const focused = () => page.evaluate(() => document.activeElement?.className)
  const choose = async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await menu.waitFor()
  }
  const blur = () => page.evaluate(() => (document.activeElement as HTMLElement).blur())
  for (const key of ['h', 'Escape']) {
    await blur()
    await choose()
    await page.keyboard.press(key)
    await menu.waitFor({ state: 'detached' })
    expect(await focused()).toContain('reader-scroller')
  }
  await blur()
  await choose()
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: '想法' })
  await note.waitFor()
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  expect(await focused()).toContain('reader-scroller')
  // From a button of the menu, which is gone when the sheet closes.
  await choose()
  await menu.getByRole('button', { name: '写想法' }).focus()
  await page.keyboard.press('Enter')
  await note.waitFor()
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  expect(await focused()).toContain('reader-scroller')
  await choose()
  await menu.getByRole('button', { name: '划线：绿色' }).focus()
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
  expect(await focused()).toContain('reader-scroller')
})

it('the key / opens the search of the book, Escape empties and closes it, and the keys of the text go on', async () => {
  const { page } = await openStack()
  await page.locator('.reader-scroller').focus()
  await page.keyboard.press('/')
  const search = page.getByRole('complementary', { name: '笔记与讨论' }).getByRole('searchbox')
  await search.waitFor()
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('a/b')
  expect(await search.inputValue()).toBe('a/b')
  await page.keyboard.press('Escape')
  await expect.poll(() => search.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('reader-scroller')
})

it('contents rows are links to their chapters', async () => {
  const { page, route } = await openStack()
  const rows = await chaptersOf('textbook', textbook, token)
  const link = page.getByRole('complementary', { name: '目录' }).getByRole('link', { name: rows[1]!.title })
  expect(await link.getAttribute('href')).toContain(`chapter=${rows[1]!.id}`)
  const before = await page.evaluate(() => history.length)
  await link.click()
  await expect.poll(route).toContain(rows[1]!.id)
  expect(await page.evaluate(() => history.length)).toBe(before)
})

it('a chapter prints as a whole document without bars, panels and editors', async () => {
  const { page } = await openStack()
  await page.getByRole('button', { name: '运行', exact: true }).first().waitFor()
  const shown = await page.locator('.reader-text').innerText()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
  expect(pages).toBeGreaterThan(2)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > .print-sheet')
  const printed = await sheet.innerText()
  const sentence = /[^\n]{20,}/.exec(shown)![0].slice(0, 16)
  expect(printed).toContain(sentence)
  expect(printed).toContain('栈：后进先出')
  expect(printed).not.toMatch(/恢复原样|写想法|上一章/)
  expect(await page.locator('.reader').isVisible()).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => sheet.count()).toBe(0)
})

it('the study page shows chapters in two columns with progress and tests beside them', async () => {
  const visitor = await visit({ options: desktop, token, route: `pages/digital-textbooks/study?id=${textbook}` })
  const { page } = visitor
  const beside = page.getByRole('complementary', { name: '进度与测验' })
  await beside.getByRole('heading', { name: '章末测验' }).waitFor()
  const [first, second] = await page
    .getByRole('tabpanel')
    .getByRole('region')
    .evaluateAll((parts) => parts.slice(0, 2).map((part) => part.getBoundingClientRect().toJSON()))
  expect(first.top).toBe(second.top)
  expect((await beside.boundingBox())!.x).toBeGreaterThan(second.right)
  expect(await axe(page)).toEqual([])
})

it('runcode fills the window with editor and output, whose divider moves by keys and mouse', {
  timeout: 120_000,
}, async () => {
  const { page } = await visit({
    options: desktop,
    token,
    route: 'pages/digital-textbooks/runcode?language=javascript',
  })
  const divider = page.getByRole('separator', { name: '代码和输出的分界' })
  await divider.waitFor()
  const hint = page.getByText('运行后，结果显示在这里')
  const place = (await hint.boundingBox())!
  const editor = page.getByRole('textbox', { name: 'JavaScript 代码编辑区' })
  await editor.click()
  await page.keyboard.press('Control+Enter')
  await page.getByText('运行完成').waitFor({ timeout: 60_000 })
  const status = (await page.getByText('运行完成').boundingBox())!
  expect(Math.abs(status.x - place.x)).toBeLessThan(40)
  expect(Math.abs(status.y - place.y)).toBeLessThan(40)
  const edge = async () => (await divider.boundingBox())!.x
  const start = await edge()
  await divider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(edge).toBeLessThan(start - 20)
  const moved = await edge()
  await page.mouse.move(moved + 8, 400)
  await page.mouse.down()
  await page.mouse.move(moved + 150, 400, { steps: 4 })
  await page.mouse.up()
  await expect.poll(edge).toBeGreaterThan(moved + 100)
  const bottom = await page
    .getByRole('group', { name: /可运行的/ })
    .evaluate((one) => one.getBoundingClientRect().bottom)
  expect(bottom).toBeGreaterThan(desktop.viewport.height - 140)
  expect(await api(token).call('GET /v1/runcode_languages', {})).not.toEqual([])
})
