import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DomUtils } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHls } from '../modules/media/hls'
import { readMp4 } from '../modules/media/mp4'
import { sniffFile } from '../modules/media/sniff'
import { storeImage } from '../modules/media/store'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { long } from '../testing/measurements'
import { balanceOf, keepLettersAndDigits, unnamedLosses } from '../text/balance'
import { contentOfHtml } from '../text/content-of-html'
import { contentOfChapter } from '../text/content-of-markdown'
import { parseHtml } from '../text/document'
import { renderMarkdown } from '../text/markdown/render'
import { formatProblem } from '../text/problems'
import { contentFolder } from './import.fixture'

/** Third-party files in the folder named by DXX_CORPUS; skipped without it. */
const corpus = process.env.DXX_CORPUS ?? ''
const present = existsSync(join(corpus, 'epub'))
const at = (...path: string[]) => join(corpus, ...path)
const list = (...path: string[]) => (present ? readdirSync(at(...path)).sort() : [])
/** Every eighth file in `npm test`, all in `npm run verify -- modules`. */
const some = <T>(files: T[]) => files.filter((_, at) => long || at % 8 === 0)

const book = (slug: string) => `
title: ${slug}
subject: computing
price: 0
published: 2026-09-01
author: 某人
epub: book.epub
`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Whether a problem is a loss that only the balance of source and result found. */
const isUnnamed = ({ text }: { text: string }) => /少了：/.test(text)

/** Checks that only allowed elements and attributes are stored. */
function expectHarmless(html: string) {
  for (const { name, attribs } of DomUtils.findAll(() => true, parseHtml(html).children)) {
    expect(name).not.toMatch(/^(script|style|iframe|object|embed|link|meta|form|input|svg|base)$/)
    for (const [attribute, value] of Object.entries(attribs)) {
      expect(attribute).not.toMatch(/^(on|style|class$)/)
      if (attribute === 'src') expect(value).toMatch(/^media:/)
      if (attribute === 'href') expect(value).toMatch(/^(https?|mailto):/)
    }
  }
}

describe.skipIf(!present)('EPUB files of DXX_CORPUS', () => {
  it.each(some(list('epub').filter((name) => name.endsWith('.epub'))))(
    'imports %s without unreported loss',
    async (name) => {
      const slug = basename(name, '.epub')
      const folder = await contentFolder({
        [`ebooks/${slug}/book.yaml`]: book(slug),
        [`ebooks/${slug}/book.epub`]: readFileSync(at('epub', name)),
      })
      const report = await folder.run(database.db)
      expect(report.problems.filter(({ level }) => level === 'error').map(formatProblem)).toEqual([])
      expect(report.problems.filter(isUnnamed).map(formatProblem)).toEqual([])
      const chapters = await database.db
        .selectFrom('chapters as c')
        .innerJoin('curricula as k', 'k.id', 'c.curriculum_id')
        .select(['c.html', 'c.plain', 'c.title', 'c.kind'])
        .where('k.slug', '=', slug)
        .execute()
      expect(chapters.map(({ plain }) => plain).join('').length).toBeGreaterThan(1000)
      for (const { html, plain, title } of chapters) {
        expectHarmless(html)
        expect(plain.length).toBeLessThanOrEqual(50_000)
        expect(title).not.toBe('')
      }
      if (name.includes('arabic')) expect(chapters.every(({ html }) => html.startsWith('<div dir="rtl">'))).toBe(true)
      expect((await folder.run(database.db)).written).toEqual([])
      await folder.remove()
    },
  )

  const verdicts = present
    ? readFileSync(at('epub/checked/VERDICTS.tsv'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t') as [string, string, string])
    : []
  it.each(some(verdicts))(
    'imports or rejects the EPUB %s (version %s, verdict %s)',
    async (name, _version, verdict) => {
      const folder = await contentFolder({
        'ebooks/x/book.yaml': book('x'),
        'ebooks/x/book.epub': readFileSync(at('epub/checked', name)),
      })
      const lines = await folder.check()
      const errors = lines.filter((line) => line.includes(' 错误 '))
      if (verdict === 'fatal') expect(errors).toHaveLength(1)
      // A book with errors may still be accepted; a book without errors must be.
      else if (verdict !== 'error') expect(errors).toEqual([])
      for (const line of lines) expect(line).not.toMatch(/\/tmp\/|node_modules|Error:/)
      expect(lines.filter((line) => /少了：/.test(line))).toEqual([])
      await folder.remove()
    },
  )
})

describe.skipIf(!present)('a textbook of DXX_CORPUS', () => {
  const files = present
    ? readdirSync(at('textbook/docs'), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.md'))
    : []
  it.each(some(files))('renders the textbook file %s without errors and without unreported losses', async (name) => {
    const source = await readFile(at('textbook/docs', name), 'utf8')
    const rendered = await renderMarkdown({
      source,
      file: name,
      curriculum: { kind: 'textbook', slug: 'js' },
      chapter: 'x',
      titled: 'required',
      previous: [],
    })
    expect(rendered.problems.filter(({ level }) => level === 'error').map(formatProblem)).toEqual([])
    expect(rendered.words).toBeGreaterThan(100)
    const content = contentOfHtml(rendered.html, { tex: false, isLink: ({ href }) => Boolean(href) })
    const result = { ...content, letters: keepLettersAndDigits(rendered.title) + content.letters }
    const warnings = rendered.problems.map(({ text }) => text)
    expect(unnamedLosses(balanceOf(contentOfChapter(source), result), warnings)).toEqual([])
    const again = await renderMarkdown({
      source: `${source}\n\n又一段。`,
      file: name,
      curriculum: { kind: 'textbook', slug: 'js' },
      chapter: 'x',
      titled: 'required',
      previous: rendered.paragraphs,
    })
    expect(again.paragraphs.slice(0, -1)).toEqual(rendered.paragraphs)
  })
})

describe.skipIf(!present)('media files of DXX_CORPUS', () => {
  it('reads the duration and size of an mp4', async () => {
    const facts = await readMp4(at('media/sample.mp4'))
    expect(facts.durationSeconds).toBeGreaterThan(1)
    expect([facts.width, facts.height].every((side) => side && side > 100)).toBe(true)
  })

  it('reads the duration and the list of files of a streamed video', async () => {
    const facts = await readHls(at('media/hls'))
    expect(facts.files).toEqual(list('media/hls').filter((name) => /\.(ts|m3u8)$/.test(name)))
    expect(facts.durationSeconds).toBeGreaterThan(1)
  })

  it.each([
    ['png', true],
    ['jpeg', true],
    ['gif', true],
    ['webp', true],
    ['avif', true],
    ['svg', true],
    ['jxl', false],
  ])('an image of type %s can be stored: %s', async (type, shown) => {
    const folder = await contentFolder()
    const path = at(`media/images/pub-cmt-${type}/EPUB/img`)
    const data = await readFile(join(path, readdirSync(path)[0]!))
    const stored = storeImage(folder.storage, data, { area: 'f', max: 1600, sizes: [], trusted: true })
    if (shown) expect((await stored).width).toBeGreaterThan(0)
    else await expect(stored).rejects.toThrow('不是可以显示的图片')
    await folder.remove()
  })

  it.each([
    ['office/test.docx', 'docx'],
    ['office/test.xlsx', 'xlsx'],
    ['office/test.pptx', 'pptx'],
    ['office/test.xls', 'xls'],
    ['office/test.pdf', 'pdf'],
    ['office/test.mp3', 'mp3'],
    ['office/random.bin', 'bin'],
    ['sample.mp4', 'mp4'],
    ['images/pub-cmt-mp4/EPUB/aud/001.m4a', 'm4a'],
    ['images/pub-cmt-opus/EPUB/aud/001.opus', 'ogg'],
    ['images/pub-cmt-mp3/EPUB/aud/001.mp3', 'mp3'],
  ])('recognises %s by its content as %s', async (name, ending) =>
    expect(await sniffFile(at('media', name), name)).toBe(ending),
  )
})
