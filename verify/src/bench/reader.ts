/// <reference lib="dom" />
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { localStorage as localFiles } from '../../../server/src/adapters/storage/local'
import { importContent } from '../../../server/src/importer/import'
import type { BenchDatabase } from './database'
import { median } from './load'
import { benchStudent } from './student'
import { startTarget } from './target'

/** Characters per chapter, by slug. */
const sizes = { short: 5_000, paged: 39_000, middle: 50_000, long: 100_000 }
const slowed = 4
const rounds = 5
const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', reducedMotion: 'reduce' as const }
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/**
 * Measures long chapters in a real browser with the CPU slowed down four times: changing the font size of 39,000 and
 * 100,000 characters, compared with the browser's own layout of the same text; and opening 50,000 characters, compared
 * with 5,000. The reading page scrolls the longest chapter even if the user prefers pages (reader/theme.ts).
 */
export async function readerBench({ db, url }: BenchDatabase): Promise<string[]> {
  const { chromium } = await import('playwright-core')
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-reader-'))
  const target = await startTarget('product', url)
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: flags })
  try {
    writeBook(folder)
    const now = Math.floor(Date.now() / 1000)
    const storage = localFiles({ dataDir: join(folder, 'data'), secret: 'bench' })
    // The importer warns about chapters of this size but accepts them.
    const { problems, written } = await importContent(db, folder, { storage, now })
    if (written.length === 0) throw new Error(`the bench book was not imported: ${JSON.stringify(problems[0])}`)
    const { token } = await benchStudent(db)
    const rows = await db
      .selectFrom('chapters as ch')
      .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
      .select(['ch.slug', 'ch.uid', 'c.uid as book'])
      .execute()
    const read = (slug: keyof typeof sizes) => {
      const row = rows.find((one) => one.slug === slug)!
      return `${target.base}/#/pages/digital-textbooks/read?id=${row.book}&chapter=${row.uid}`
    }
    const lines: string[] = []
    for (const flow of ['pages', 'scroll'] as const) {
      const { page, cdp } = await visitor(browser, target.base, token, flow)
      for (const size of ['paged', 'long'] as const) {
        const { reader, bare } = await fontChange(page, cdp, read(size))
        lines.push(
          `${flow.padEnd(6)}  letters in ${sizes[size]}  ${reader.toFixed(0)} ms  bare layout ${bare.toFixed(0)} ms  ratio ${(reader / bare).toFixed(2)}  (target: below 300 ms)`,
        )
      }
      const short = await opening(page, cdp, read('short'))
      const middle = await opening(page, cdp, read('middle'))
      lines.push(
        `${flow.padEnd(6)}  opening 50k      ${middle.toFixed(0)} ms  5k ${short.toFixed(0)} ms  ratio ${(middle / short).toFixed(2)} for 10 times the text`,
      )
      await page.context().close()
    }
    return lines
  } finally {
    await browser.close()
    target.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function visitor(browser: Browser, base: string, token: string, flow: string) {
  const context = await browser.newContext(phone)
  await context.addInitScript(
    ([kept, chosen]) => {
      if (location.protocol === 'about:') return
      localStorage.setItem('dxx-privacy', 'agreed')
      localStorage.setItem('dxx-app-token', kept!)
      localStorage.setItem('dxx-reader-flow:textbook', chosen!)
    },
    [token, flow],
  )
  const page = await context.newPage()
  await page.goto(base)
  return { page, cdp: await context.newCDPSession(page) }
}

const slow = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })

/** Measures from the tap until frames are fast again, and the bare layout of the same text. */
async function fontChange(page: Page, cdp: CDPSession, address: string): Promise<{ reader: number; bare: number }> {
  // Unloads the app first, because pages visited earlier stay in its document.
  await page.goto('about:blank')
  await page.goto(address)
  await page.locator('.reader-text [data-p]').first().waitFor()
  await page.getByRole('button', { name: '外观', exact: true }).click()
  await slow(cdp, slowed)
  const times: number[] = []
  for (let round = 0; round < rounds * 2; round++) {
    const name = round % 2 === 0 ? '放大文字' : '缩小文字'
    times.push(await page.getByRole('button', { name }).evaluate(settled))
  }
  await slow(cdp, 1)
  return { reader: median(times), bare: await bareLayout(page, await page.locator('.reader-text').innerHTML()) }
}

/** Measures the browser's layout of the same text in an otherwise empty page. */
async function bareLayout(beside: Page, html: string): Promise<number> {
  const page = await beside.context().newPage()
  await page.setContent(`<div style="width: 350px">${html}</div>`)
  await slow(await page.context().newCDPSession(page), slowed)
  const times = await page.evaluate((count) => {
    const box = document.querySelector('div')!
    return Array.from({ length: count + 1 }, (_, i) => {
      const [start, before] = [performance.now(), box.offsetHeight]
      box.style.fontSize = i % 2 ? '18px' : '20px'
      if (box.offsetHeight === before) throw new Error('the text was not laid out again')
      return performance.now() - start
    })
  }, rounds)
  await page.close()
  return median(times.slice(1))
}

/** Presses a button. Returns the milliseconds until the last slow frame has ended. */
function settled(button: Element): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    let last = start
    let end = start
    ;(button as HTMLElement).click()
    const frame = () => {
      const now = performance.now()
      if (now - last > 60) end = now
      last = now
      if (now - Math.max(end, start) < 600) requestAnimationFrame(frame)
      else resolve(end - start)
    }
    requestAnimationFrame(frame)
  })
}

/** Measures from the navigation until the first paragraph is shown, including code and network. */
async function opening(page: Page, cdp: CDPSession, address: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    await page.goto(new URL('/', address).href)
    await page.locator('main, [role=main]').first().waitFor()
    await slow(cdp, slowed)
    times.push(
      await page.evaluate(
        (hash) =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            location.hash = hash
            const look = () => {
              if (document.querySelector('.reader-foot')?.textContent) resolve(performance.now() - start)
              else requestAnimationFrame(look)
            }
            look()
          }),
        new URL(address).hash,
      ),
    )
    await slow(cdp, 1)
  }
  return median(times)
}

function writeBook(folder: string): void {
  const book = join(folder, 'textbooks/bench-reader')
  mkdirSync(join(book, 'chapters'), { recursive: true })
  writeFileSync(join(folder, 'manifest.yaml'), 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n')
  const list = Object.keys(sizes).map((slug) => `  - { slug: ${slug}, file: chapters/${slug}.md, free: true }`)
  const head = 'title: 压测读本\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 压测\nchapters:\n'
  writeFileSync(join(book, 'textbook.yaml'), `${head}${list.join('\n')}\n`)
  for (const [slug, size] of Object.entries(sizes)) writeFileSync(join(book, `chapters/${slug}.md`), textOf(slug, size))
}

/** Returns prose in paragraphs of about 160 characters, with a heading for every twelve. */
function textOf(title: string, size: number): string {
  const parts = [`# ${title}`]
  for (let written = 0, i = 0; written < size; i++) {
    if (i % 12 === 0) parts.push(`## 第 ${i / 12 + 1} 节`)
    const paragraph = `第 ${i} 段说的是怎样把一件事情讲清楚：先说结论，再说理由，然后举一个例子。`.repeat(4)
    parts.push(paragraph)
    written += paragraph.length
  }
  return `${parts.join('\n\n')}\n`
}
