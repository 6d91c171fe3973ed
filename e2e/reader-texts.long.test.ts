import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { api, desktop, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, importFolder, inSight, painted, ready, select, withDb } from './reader'

const folder = mkdtempSync(join(tmpdir(), 'dxx-reader-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

it('the browser splits every sample text into the same paragraphs as the server', async () => {
  const entry = fileURLToPath(new URL('../web/src/features/reader/text/text-index.ts', import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    globalName: 'reading',
    write: false,
  })
  const { page } = await visit()
  const rows = await withDb((db) =>
    db
      .selectFrom('chapters')
      .select(['id', 'title', 'html'])
      .where('html', '<>', '')
      .where('removed_at', 'is', null)
      .execute(),
  )
  expect(rows.length).toBeGreaterThan(100)
  const texts = await withDb((db) =>
    db.selectFrom('paragraphs').select(['chapter_id', 'pid', 'text']).orderBy('position').execute(),
  )
  for (const { id, title, html } of rows) {
    const ours = await page.evaluate(`(() => {
      ${outputFiles[0]!.text}
      const root = document.createElement('div')
      root.innerHTML = ${JSON.stringify(html)}
      const { text, paragraphs } = reading.indexText(root)
      return paragraphs.map(({ pid, start, end }) => ({ pid, text: text.slice(start, end) }))
    })()`)
    const paragraphs = texts.filter((row) => row.chapter_id === id).map((row) => ({ pid: row.pid, text: row.text }))
    expect(ours, title).toEqual(paragraphs)
  }
})

const before = `# 一 盘子

把一摞盘子放在桌上，最后放上去的那只总是最先被拿走。

队列则相反，先来的先走，像食堂窗口前的队伍。

这一段以后会被整个删去，请记住它说过什么。

两者都是受限的线性表，限制换来的是简单和可靠。
`
/** One paragraph is inserted at the front, one changed, one deleted and one moved. */
const after = `# 一 盘子

新的一版在前面加了一段话，说明为什么要从盘子讲起。

两者都是受限的线性表，限制换来的是简单和可靠。

把一摞盘子放在桌上，最后放上去的那一只，总是最先被人拿走。

队列则相反，先来的先走，像食堂窗口前的队伍。
`

it('after the import of a new edition, highlights follow their text, and those of deleted text are labelled', {
  timeout: 180_000,
}, async () => {
  const place = 'textbooks/journey-plates'
  write(
    `${place}/textbook.yaml`,
    `title: 盘子与队伍
subject: computing
price: 0
summary: 给再次导入用的小教材
published: 2026-09-01
author: 某人
chapters:
  - title: 第 1 章
    sections:
      - { slug: one, file: chapters/one.md, free: true }
`,
  )
  write(`${place}/chapters/one.md`, before)
  await importFolder(join(folder, place))
  const { id } = await curriculum('textbook', '盘子与队伍')
  const token = await registerOwner('做记号的人', id)
  const [chapter] = await chaptersOf('textbook', id)
  const route = `pages/digital-textbooks/read?id=${id}&chapter=${chapter!.id}`
  const visitor = await visit({ options: desktop, token })
  const { page } = visitor
  await visitor.goto(route)
  await ready(page)
  const marked = {
    黄色: '最后放上去的那只总是最先被拿走',
    绿色: '先来的先走，像食堂窗口前的队伍',
    蓝色: '请记住它说过什么',
    粉色: '限制换来的是简单和可靠',
  }
  for (const [colour, words] of Object.entries(marked)) {
    await select(page, words)
    await page.getByRole('button', { name: `划线：${colour}` }).click()
    await page.getByRole('toolbar', { name: '选中文字的操作' }).waitFor({ state: 'hidden' })
  }
  await expect.poll(async () => (await api(token).call('GET /v1/textbooks_brightness_search', { id })).total).toBe(4)

  write(`${place}/chapters/one.md`, after)
  await importFolder(join(folder, place))
  await page.reload()
  await ready(page)
  await page.getByText('新的一版在前面加了一段话').waitFor()
  await expect.poll(() => painted(page, 'green')).toEqual([marked.绿色])
  await expect.poll(() => painted(page, 'pink')).toEqual([marked.粉色])
  const [changed = ''] = await painted(page, 'yellow')
  expect(changed).toContain('最先被')
  expect(await painted(page, 'blue')).toEqual([])
  const notes = page.getByRole('complementary', { name: '笔记与讨论' })
  await notes.getByText(marked.蓝色).waitFor()
  await notes.getByText('原文已删改，这里是当时划的内容').waitFor()
})

it('images fill the window and footnotes open as popups, by touch and by keyboard', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('凑近看的人', id)
  const chapter = (await chaptersOf('textbook', id)).find(({ title }) => title.startsWith('6.1'))!
  const route = `pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(route)
  await ready(page)
  const picture = page.getByRole('button', { name: '放大图片：堆与数组' })
  const shown = page.locator('.pswp')
  const note = page.getByRole('dialog', { name: '注释' })

  await picture.tap()
  await shown.locator('img').first().waitFor()
  // The drawing is black on a transparent background, and the window is black.
  const backdrop = () =>
    shown
      .locator('img')
      .first()
      .evaluate((image) => getComputedStyle(image).backgroundColor)
  await expect.poll(backdrop).toBe('rgb(255, 255, 255)')
  const wide = () =>
    shown
      .locator('img')
      .first()
      .evaluate((image) => image.getBoundingClientRect().width)
  const whole = await wide()
  await shown.getByRole('button', { name: '缩放' }).tap()
  await expect.poll(wide).toBeGreaterThan(whole * 1.2)
  // Back closes only the image; the chapter stays open.
  await page.goBack()
  await shown.waitFor({ state: 'detached' })
  expect(visitor.route()).toContain(chapter.id)
  await page.locator('a[data-footnote]').first().tap()
  await note.getByText('从大到小排').waitFor()
  await note.getByRole('button', { name: '关闭' }).tap()
  await note.waitFor({ state: 'hidden' })

  await page.setViewportSize(desktop.viewport)
  await picture.focus()
  await page.keyboard.press('Enter')
  await shown.locator('img').first().waitFor()
  // Repeats the key, because the image ignores keys until it has opened.
  const closed = async () => {
    await page.keyboard.press('Escape')
    return shown.count()
  }
  await expect.poll(closed).toBe(0)
  await expect.poll(() => picture.evaluate((image) => image === document.activeElement)).toBe(true)
  await page.locator('a[data-footnote]').first().focus()
  await page.keyboard.press('Enter')
  await note.getByText('从大到小排').waitFor()
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'hidden' })
  expect(visitor.problems).toEqual([])
})

it.skipIf(!process.env.DXX_CORPUS)(
  'in a right-to-left book the left key and the left edge turn forward',
  { timeout: 180_000 },
  async () => {
    const place = 'ebooks/journey-arabic'
    const epub = join(process.env.DXX_CORPUS!, 'epub/regime-anticancer-arabic.epub')
    write(
      `${place}/book.yaml`,
      `title: 从右往左的书
subject: computing
price: 0
summary: 阿拉伯文的书
published: 2026-09-01
author: 某人
epub: book.epub
free: 99
`,
    )
    copyFileSync(epub, join(folder, place, 'book.epub'))
    await importFolder(join(folder, place))
    const { id } = await curriculum('ebook', '从右往左的书')
    const token = await registerOwner('从右往左读的人', id)
    const rows = await chaptersOf('ebook', id)
    const long = await withDb((db) =>
      db
        .selectFrom('chapters')
        .select('uid')
        .where(
          'uid',
          'in',
          rows.map((row) => row.id),
        )
        .orderBy('word_count', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
    const visitor = await visit({ options: phone, token })
    const { page } = visitor
    await visitor.goto(`pages/books/read?id=${id}&chapter=${long.uid}`)
    await ready(page)
    const foot = () => page.locator('.reader-foot').innerText()
    await expect.poll(foot).toMatch(/^1 \/ [2-9]|^1 \/ \d\d/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(foot).toMatch(/^2 \//)
    // The left edge turns forward in a right-to-left book.
    await page.touchscreen.tap(20, 500)
    await expect.poll(foot).toMatch(/^3 \/|^2 \/ 2/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(foot).toMatch(/^[12] \//)
    const direction = await page.locator('.reader-scroller').evaluate((box) => getComputedStyle(box).direction)
    expect(direction).toBe('rtl')
    const words = (await page.locator('.reader-text p').first().innerText()).trim().slice(0, 12)
    await page.keyboard.press('Home')
    await expect.poll(() => inSight(page, words)).toBe(true)
  },
)
