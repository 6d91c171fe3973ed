import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Chapter } from '@dxx/contract/calls/study'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { connect, type Db } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { api } from './browser'

const root = fileURLToPath(new URL('..', import.meta.url))

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs `use` with a connection to the shared server's database. */
export async function withDb<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 2, log: silent })
  try {
    return await use(db)
  } finally {
    await close()
  }
}

/** Imports a folder into the running server: `npm run content -- import <folder>`. */
export async function importFolder(path: string): Promise<void> {
  const env = { PATH: process.env.PATH, DXX_DATA_DIR: inject('dataDir'), LOG_LEVEL: 'error' }
  await promisify(execFile)(process.execPath, [join(root, 'scripts/run.mjs'), 'content', 'import', path], { env })
}

export async function chaptersOf(kind: 'ebook' | 'textbook', id: string, token = '') {
  const call = kind === 'ebook' ? 'GET /v1/ebook_chapter' : 'GET /v1/textbooks_chapter'
  return (await api(token).call(call, { id })).filter((row) => row.kind !== 'part')
}

/** Finds the first chapter of a textbook that fulfils a condition, with the access of the token's user. */
export async function chapterWith(
  token: string,
  textbook: string,
  fits: (chapter: Chapter) => boolean,
): Promise<Chapter> {
  for (const { id } of await chaptersOf('textbook', textbook, token)) {
    const chapter = await api(token).call('GET /v1/textbooks_view_chapter', { id })
    if (fits(chapter)) return chapter
  }
  throw new Error('the sample textbook has no such chapter')
}

export const cellsOf = ({ html }: Chapter) => html?.match(/data-cell=/g)?.length ?? 0

/** Waits until the chapter is loaded and laid out. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.reader-text [data-p]').first().waitFor()
  await page.locator('.reader-foot').waitFor({ state: 'attached' })
}

/** Selects text of the chapter through the browser's selection. */
export async function select(page: Page, words: string): Promise<void> {
  await page.locator('.reader-text', { hasText: words }).waitFor()
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('.reader-text')!, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf(wanted)
      if (at < 0) continue
      node.parentElement!.scrollIntoView({ block: 'center' })
      getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length)
      return
    }
    throw new Error(`no ${wanted} in the text`)
  }, words)
  await page.getByRole('toolbar', { name: '选中文字的操作' }).waitFor()
}

/** Returns the texts highlighted in a colour, from CSS.highlights. */
export const painted = (page: Page, paint: string) =>
  page.evaluate((name) => [...(CSS.highlights.get(`reader-${name}`) ?? [])].map(String), paint)

/** Returns the first visible words of the chapter. */
export const firstWords = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.reader-scroller')!.getBoundingClientRect()
    for (let y = box.top + 58; y < box.bottom; y += 6) {
      for (const x of [box.left + 30, box.left + box.width / 2]) {
        const caret = document.caretPositionFromPoint(x, y)
        const node = caret?.offsetNode
        if (node instanceof Text && node.parentElement?.closest('.reader-text [data-p]'))
          return node.data.slice(caret!.offset, caret!.offset + 8)
      }
    }
    return ''
  })

/** Checks whether the words are within the viewport. */
export const inSight = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const box = document.querySelector('.reader-scroller')!.getBoundingClientRect()
    const walker = document.createTreeWalker(document.querySelector('.reader-text')!, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf(wanted)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      if (left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom) return true
    }
    return false
  }, words)

/** Returns some words of the chapter that are in one text node. */
export const someWords = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('.reader-text')!, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      if (data.trim().length > 14 && parentElement?.closest('[data-p]') && !parentElement.closest('[data-mount], pre'))
        return data.trim().slice(2, 10)
    }
    throw new Error('the chapter has no such words')
  })
