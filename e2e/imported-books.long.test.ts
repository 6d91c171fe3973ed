import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { zip } from '../server/src/text/epub/zip.fixture'
import { desktop, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, importFolder, ready } from './reader'

const folder = mkdtempSync(join(tmpdir(), 'dxx-imported-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, data: string | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), data)
}

/** Writes an EPUB with vertical pages that turn from right to left, as Japanese publishers make them. */
function writeVerticalBook(place: string, title: string): void {
  const paragraph = (n: number) => `<p>第${n}段：吾輩は猫である。名前はまだ無い。どこで生れたか頓と見當がつかぬ。</p>`
  const body = Array.from({ length: 60 }, (_, i) => paragraph(i + 1)).join('')
  const page = `<html xmlns="http://www.w3.org/1999/xhtml" lang="ja"><head><title>一</title><link rel="stylesheet" href="v.css"/></head><body><h1>一</h1>${body}</body></html>`
  const manifest =
    '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="c" href="v.css" media-type="text/css"/>'
  const entries = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'b.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:language>ja</dc:language></metadata><manifest>${manifest}</manifest><spine page-progression-direction="rtl"><itemref idref="a"/></spine></package>`,
    'nav.xhtml':
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="a.xhtml">一</a></li></ol></nav></body></html>',
    'v.css': 'html { writing-mode: vertical-rl; }',
    'a.xhtml': page,
  }
  write(`${place}/book.epub`, zip(Object.entries(entries).map(([name, body]) => ({ name, body }))))
  write(
    `${place}/book.yaml`,
    `title: ${title}\nsubject: computing\nprice: 0\nsummary: 竖排的书\npublished: 2026-09-01\nauthor: 某人\nepub: book.epub\nfree: 9\n`,
  )
}

/** Position of a paragraph in the window; null if no part of it is in the window. */
const placeOf = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const block = [...document.querySelectorAll('.reader-text [data-p]')].find(({ textContent }) =>
      textContent?.startsWith(wanted),
    )!
    const { left, right, top, bottom } = block.getBoundingClientRect()
    const isSeen = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
    return isSeen ? { left, right } : null
  }, words)

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  'on %s a vertical book is read in lines from top to bottom and scrolls from right to left',
  {
    timeout: 180_000,
  },
  async (_name, options) => {
    const title = `竖排的猫${options.viewport.width}`
    const place = `ebooks/vertical-${options.viewport.width}`
    writeVerticalBook(place, title)
    await importFolder(join(folder, place))
    const { id } = await curriculum('ebook', title)
    const token = await registerOwner(`竖着读的人${options.viewport.width}`, id)
    const [chapter] = await chaptersOf('ebook', id)
    const visitor = await visit({ options, token })
    const { page } = visitor
    await visitor.goto(`pages/books/read?id=${id}&chapter=${chapter!.id}`)
    await ready(page)
    const text = page.locator('.reader-text')
    expect(await text.evaluate((box) => getComputedStyle(box).writingMode)).toBe('vertical-rl')
    expect(await text.evaluate((box) => getComputedStyle(box).direction)).toBe('ltr')
    // The second line of the text is to the left of the first.
    const [first, second] = [await placeOf(page, '第1段'), await placeOf(page, '第2段')]
    expect(first!.left).toBeGreaterThanOrEqual(second!.right - 1)
    expect(await placeOf(page, '第60段')).toBeNull()
    // Only the text scrolls, and only sideways.
    const overflow = await page.evaluate(() => {
      const box = document.querySelector('.reader-scroller')!
      const text = document.querySelector('.reader-text')!
      const cut = text.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom
      return { cut, down: getComputedStyle(box).overflowY, sideways: box.scrollWidth - box.clientWidth }
    })
    expect(overflow.down).toBe('hidden')
    expect(overflow.cut).toBeLessThanOrEqual(0)
    expect(overflow.sideways).toBeGreaterThan(200)
    await page.keyboard.press('PageDown')
    await expect.poll(() => placeOf(page, '第1段')).toBeNull()
    await page.keyboard.press('End')
    await expect.poll(() => placeOf(page, '第60段')).not.toBeNull()
    expect(visitor.problems).toEqual([])
  },
)

it('a collapsed box hides its text and opens by touch', { timeout: 120_000 }, async () => {
  const place = 'textbooks/folded'
  write(
    `${place}/textbook.yaml`,
    'title: 折叠的书\nsubject: computing\nprice: 0\nsummary: 折叠\npublished: 2026-09-01\nauthor: 某人\nchapters:\n  - { slug: one, file: one.md, free: true }\n',
  )
  const filler = Array.from({ length: 40 }, (_, i) => `第 ${i} 段，写几句话占些地方。`).join('\n\n')
  write(
    `${place}/one.md`,
    `# 折叠\n\n## 开头\n\n::: think? 先想一想\n答案在框里。\n:::\n\n${filler}\n\n::: note? 后面的框\n## 框里的标题\n\n框里的字。\n:::\n`,
  )
  await importFolder(join(folder, place))
  const { id } = await curriculum('textbook', '折叠的书')
  const token = await registerOwner('打开盒子的人', id)
  const [chapter] = await chaptersOf('textbook', id)
  const visitor = await visit({ options: phone, token })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter!.id}`)
  await ready(page)
  const answer = page.getByText('答案在框里。')
  expect(await answer.isVisible()).toBe(false)
  const head = page.locator('summary', { hasText: '先想一想' })
  expect((await head.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await head.tap()
  await answer.waitFor()
  expect(visitor.problems).toEqual([])
})
