import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { api } from './browser'
import { cellsOf, chaptersOf, chapterWith, firstWords, painted } from './reader'
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

it('the progress stands below the text in both layout modes', async () => {
  const { page } = await open(read(textbook, await chapterOf('栈：后进先出')))
  const gap = () =>
    page.evaluate(() => {
      const foot = document.querySelector('.reader-foot')!.getBoundingClientRect()
      const box = document.querySelector<HTMLElement>('.reader-scroller')!
      const columns = getComputedStyle(document.querySelector('.reader-columns')!)
      const { bottom } = box.getBoundingClientRect()
      return (
        foot.top - (box.dataset.layoutMode === 'pages' ? bottom - Number.parseFloat(columns.paddingBottom) : bottom)
      )
    })
  expect(await gap()).toBeGreaterThanOrEqual(0)
  await bar(page).getByRole('button', { name: '外观' }).tap()
  await page.getByText('左右翻页').tap()
  await expect.poll(() => page.locator('.reader-scroller').getAttribute('data-layout-mode')).toBe('pages')
  expect(await gap()).toBeGreaterThanOrEqual(0)
})

/** Replaces the speech synthesis by a voice that reads each sentence in 300 ms and records it. */
async function useStandInVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spokenTexts: string[] = []
    let current: { onend?: () => void } | null = null
    class Utterance {
      rate = 1
      lang = ''
      constructor(readonly text: string) {}
    }
    const synthesis = {
      getVoices: () => [{ lang: 'zh-CN', localService: true, name: '替身' }],
      addEventListener: () => {},
      removeEventListener: () => {},
      speak: (utterance: Utterance & { onend?: () => void }) => {
        spokenTexts.push(`${utterance.text}@${utterance.rate}`)
        current = utterance
        setTimeout(() => {
          if (current === utterance) utterance.onend?.()
        }, 300)
      },
      cancel: () => {
        current = null
      },
    }
    Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis, configurable: true })
    Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, said: spokenTexts })
  })
}

it('a lost network is noted beside the page number, and no line of the page moves', async () => {
  const rows = await chaptersOf('ebook', ebook, token)
  const { page, context } = await open(book(ebook, rows.find(({ title }) => title.includes('反面与重叠'))!.id))
  await bar(page).getByRole('button', { name: '外观' }).tap()
  await page.getByText('左右翻页').tap()
  await expect.poll(() => page.locator('.reader-scroller').getAttribute('data-layout-mode')).toBe('pages')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  const shown = async () => {
    const box = (await page.locator('.reader-scroller').boundingBox())!
    return `${await page.locator('.reader-foot').innerText()} ${await firstWords(page)} ${box.y} ${box.height}`
  }
  await expect.poll(shown).toMatch(/^2 /)
  const before = await shown()
  const note = page.getByRole('status').filter({ hasText: '网络信号丢失' })
  await context.setOffline(true)
  await note.waitFor()
  expect(await shown()).toBe(before)
  const [left, right] = [(await note.boundingBox())!, (await page.locator('.reader-foot').boundingBox())!]
  expect(left.x + left.width).toBeLessThan(right.x)
  await context.setOffline(false)
  await note.waitFor({ state: 'hidden' })
  expect(await shown()).toBe(before)
})

it('听书 reads sentence by sentence, marks the sentence, and continues into the next chapter', {
  timeout: 120_000,
}, async () => {
  const rows = await chaptersOf('ebook', ebook, token)
  const { page, route } = await open(book(ebook, rows[0]!.id), useStandInVoice)
  await bar(page).getByRole('button', { name: '听书' }).tap()
  const controls = page.getByRole('region', { name: '听书' })
  await controls.getByRole('button', { name: '暂停' }).waitFor()
  await expect.poll(async () => (await painted(page, 'spoken')).join('').length).toBeGreaterThan(1)
  const first = (await painted(page, 'spoken')).join('')
  await expect.poll(async () => (await painted(page, 'spoken')).join('')).not.toBe(first)
  await controls.getByRole('button', { name: '语速 1x' }).tap()
  const lastSpoken = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.at(-1) ?? '')
  await expect.poll(lastSpoken).toMatch(/@1\.25$/)
  await controls.getByRole('button', { name: '定时停止：未开' }).tap()
  await controls.getByRole('button', { name: '定时停止：15 分钟' }).waitFor()
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.artist)).toBe('概率论的十二堂课')
  await controls.getByRole('button', { name: '暂停' }).tap()
  await controls.getByRole('button', { name: '播放' }).waitFor()
  expect(await axe(page)).toEqual([])
  // From the last page the reading reaches the next chapter.
  await controls.getByRole('button', { name: '退出听书' }).tap()
  await page.keyboard.press('End')
  await expect.poll(async () => new Set((await page.locator('.reader-foot').innerText()).split(' / ')).size).toBe(1)
  await bar(page).getByRole('button', { name: '听书' }).tap()
  await expect.poll(route, { timeout: 60_000 }).toContain(rows[1]!.id)
  await expect.poll(async () => (await painted(page, 'spoken')).join('').length, { timeout: 15_000 }).toBeGreaterThan(1)
})

it('听书 is hidden on a device without a Chinese voice', async () => {
  const rows = await chaptersOf('ebook', ebook, token)
  const { page } = await open(book(ebook, rows[0]!.id))
  await bar(page).getByRole('button', { name: '外观' }).waitFor()
  expect(await page.getByRole('button', { name: '听书' }).count()).toBe(0)
})

it('a line never begins with the punctuation that follows a formula, at any width of a phone', async () => {
  const rows = await chaptersOf('ebook', ebook, token)
  const { page } = await open(book(ebook, rows.find(({ title }) => title.includes('反面与重叠'))!.id))
  const broken = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.reader-text [data-bound]')].flatMap((formula) => {
        const last = formula.lastChild
        const base = [...formula.querySelectorAll('.base')].at(-1)
        if (!(last instanceof Text) || !base) return []
        const range = document.createRange()
        range.setStart(last, 0)
        range.setEnd(last, 1)
        const mark = range.getBoundingClientRect()
        const end = base.getBoundingClientRect()
        return mark.left < end.right - 2 && mark.top > end.bottom - 4 ? [formula.textContent] : []
      }),
    )
  expect(await page.locator('.reader-text [data-bound]').count()).toBeGreaterThan(0)
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 844 })
    expect(await broken(), String(width)).toEqual([])
  }
})

it('a swipe that begins on a code cell scrolls the page until the cell is tapped', { timeout: 120_000 }, async () => {
  const { id } = await chapterWith(token, textbook, (chapter) => cellsOf(chapter) > 0)
  const { page } = await open(read(textbook, id))
  const cell = page.getByRole('group', { name: /可运行的/ }).first()
  await cell.getByRole('button', { name: '运行' }).waitFor()
  await cell.scrollIntoViewIfNeeded()
  const box = (await cell.boundingBox())!
  const before = await scrollTop(page)
  await drag(page, { x: 150, y: Math.min(700, box.y + 60), by: -200 })
  await expect.poll(async () => (await scrollTop(page)) - before).toBeGreaterThan(100)
  const overflow = () =>
    cell
      .locator('.code-scroll')
      .first()
      .evaluate((one) => getComputedStyle(one).overflowX)
  expect(await overflow()).toBe('hidden')
})

it('章末测验 in the contents opens the test of that part, and the knowledge map shows each part', async () => {
  const { page, route, goto } = await open(read(textbook, await chapterOf('栈：后进先出')))
  const [test] = await api(token).call('GET /v1/textbooks_test_list', { id: textbook })
  await bar(page).getByRole('button', { name: '目录' }).tap()
  await page.locator(`dialog[open] a[href*="chapter=${test!.id}"]`, { hasText: '章末测验' }).tap()
  await expect.poll(route).toContain(`pages/exam/answer?chapter=${test!.id}`)
  // Back from the test, the contents are open as they were left.
  await page.goBack()
  await page
    .locator('dialog[open]')
    .getByRole('link', { name: /^知识地图/ })
    .tap()
  const map = page.getByRole('list', { name: '知识地图' })
  await map.getByRole('region').first().waitFor()
  await map.getByRole('link', { name: '做章末测验' }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await goto(`pages/digital-textbooks/details?id=${textbook}&tab=chapters`)
  const contents = page.getByRole('tabpanel').filter({ visible: true })
  await contents.getByRole('link', { name: /^知识地图/ }).waitFor()
  await contents.getByRole('link', { name: '章末测验' }).first().tap()
  await expect.poll(route).toContain(`pages/exam/answer?chapter=${test!.id}`)
})

it('paragraphs with formulas are not justified, and 回到顶部 is in the bar instead of over the text', async () => {
  const { id } = await chapterWith(token, textbook, (chapter) => /class="katex"/.test(chapter.html ?? ''))
  const { page } = await open(read(textbook, id))
  const align = (has: boolean) =>
    page.evaluate((formula) => {
      const found = [...document.querySelectorAll('.reader-text > p:not(.formula)')].find(
        (one) => (one.querySelector('.katex') !== null) === formula,
      )
      return found && getComputedStyle(found).textAlign
    }, has)
  expect([await align(true), await align(false)]).toEqual(['start', 'justify'])
  await page.locator('.reader-scroller').evaluate((box) => box.scrollTo(0, 3000))
  const top = page.getByRole('button', { name: '回到顶部' })
  // An upward flick shows the bars, with 回到顶部 in them.
  await drag(page, { y: 300, by: 200, fast: true })
  // A tap while the page still moves would only stop it.
  let before = -1
  await expect
    .poll(async () => {
      const [last, now] = [before, await scrollTop(page)]
      before = now
      return now === last
    })
    .toBe(true)
  await top.tap()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await top.waitFor({ state: 'detached' })
})

it('after extra reading, 下一章 leads to the chapter after the one that the extra reading belongs to', async () => {
  const rows = await chaptersOf('textbook', textbook, token)
  const extra = rows.findIndex(({ title }) => title.includes('栈的来历'))
  const following = rows.slice(extra + 1).find(({ kind }) => kind === 'text')!
  const { page, route } = await open(read(textbook, rows[extra]!.id))
  await page.getByRole('button', { name: '下一章', exact: true }).tap()
  await expect.poll(route).toContain(`chapter=${following.id}`)
})
