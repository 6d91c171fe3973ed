import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { cellsOf, chaptersOf, chapterWith, painted, ready, select } from './reader'

let textbook: string
let ebook: string
let token: string
beforeEach(async () => {
  textbook ||= (await curriculum('textbook', '数据结构与算法')).id
  ebook ||= (await curriculum('ebook', '概率论的十二堂课')).id
  token ||= await registerOwner('手机上读书的人', textbook, ebook)
})

const read = (id: string, chapter: string) => `pages/digital-textbooks/read?id=${id}&chapter=${chapter}`
const book = (id: string, chapter: string) => `pages/books/read?id=${id}&chapter=${chapter}`
const chapterOf = async (title: string) =>
  (await chaptersOf('textbook', textbook, token)).find((row) => row.title.includes(title))!.id

async function open(route: string, before?: (page: Page) => Promise<void>) {
  const visitor = await visit({ options: phone, token })
  await before?.(visitor.page)
  await visitor.goto(route)
  // The stand-in voice is installed before a page loads.
  if (before) await visitor.page.reload()
  await ready(visitor.page)
  return visitor
}

/** Moves a finger over the page in steps; with `fast`, in a few large ones. */
async function drag(page: Page, { x = 195, y = 600, by = -400, fast = false } = {}): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  const steps = fast ? 4 : 20
  for (let step = 1; step <= steps; step++) await touch('touchMove', y + (by * step) / steps)
  await touch('touchEnd')
  await devtools.detach()
}

const bar = (page: Page) => page.getByRole('navigation', { name: '阅读工具' })
const barsShown = (page: Page) => page.locator('footer.reader-bar').evaluate((one) => !(one as HTMLElement).inert)
const scrollTop = (page: Page) => page.locator('.reader-scroller').evaluate((box) => box.scrollTop)

/** Waits until the page no longer moves by itself: a touch before that stops it and is no tap. */
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

it('the appearance panel sets font, line height, margin and brightness, which a reload keeps', async () => {
  const { page } = await open(read(textbook, await chapterOf('栈：后进先出')))
  await bar(page).getByRole('button', { name: '外观' }).tap()
  const panel = page.getByRole('region', { name: '阅读外观' })
  await panel.getByRole('radiogroup', { name: '行距' }).getByText('宽松').tap()
  await panel.getByRole('radiogroup', { name: '边距' }).getByText('宽', { exact: true }).tap()
  await panel.getByRole('slider', { name: '亮度' }).fill('50')
  // Fonts of the test machine; the system font alone needs no choice.
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

/** Installs a voice that reads each sentence in 300 ms and records it. */
async function useStandInVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = []
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
        said.push(`${utterance.text}@${utterance.rate}`)
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
    Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, said })
  })
}

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
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.at(-1) ?? '')
  await expect.poll(said).toMatch(/@1\.25$/)
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

it('no line begins with punctuation after a formula, at any width of a phone', async () => {
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
  // The name of the language has room.
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
  const own = await registerOwner('有想法的人', textbook)
  const visitor = await visit({ options: phone, token: own })
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
  // The key does nothing before the pages are laid out.
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
  // Shown with the bars, by an upward flick.
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

it('after extra reading, the next chapter is the one after the chapter it belongs to', async () => {
  const rows = await chaptersOf('textbook', textbook, token)
  const extra = rows.findIndex(({ title }) => title.includes('栈的来历'))
  const following = rows.slice(extra + 1).find(({ kind }) => kind === 'text')!
  const { page, route } = await open(read(textbook, rows[extra]!.id))
  await page.getByRole('button', { name: '下一章', exact: true }).tap()
  await expect.poll(route).toContain(`chapter=${following.id}`)
})
