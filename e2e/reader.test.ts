import { describe, expect, inject, it } from 'vitest'
import { long } from '../server/src/testing/measurements'
import { useToken } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, sampledWidths, visit } from './browser'
import { registerOwner } from './catalogue'
import { chaptersOf, firstWords, inSight, painted, ready, select } from './reader'
import { book, ebook, open, prepareReader, read, stackChapter, textbook, token } from './reader-steps'

prepareReader()

const words = '最后放上去的那只，总是最先被拿走'

describe('highlights', () => {
  it('a selection becomes a highlight that can be annotated, recoloured, listed and removed', async () => {
    const owner = await registerOwner('划线的人', textbook)
    const { page, problems } = await open(read(textbook, await stackChapter()), desktop, owner)
    await ready(page)
    // Finds the positions of the first and the last character, between which the mouse selects.
    const ends = await page.evaluate((wanted) => {
      const p = [...document.querySelectorAll('.reader-text p')].find((one) => one.textContent!.includes(wanted))!
      const node = p.firstChild as Text
      const at = node.data.indexOf(wanted)
      const box = (offset: number) => {
        const range = document.createRange()
        range.setStart(node, offset)
        range.setEnd(node, offset + 1)
        const { left, right, top, height } = range.getBoundingClientRect()
        return { left, right, y: top + height / 2 }
      }
      return [box(at), box(at + wanted.length - 1)]
    }, words)
    await page.mouse.move(ends[0]!.left + 1, ends[0]!.y)
    await page.mouse.down()
    await page.mouse.move(ends[1]!.right - 1, ends[1]!.y, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('button', { name: '划线：黄色' }).click()
    await expect.poll(() => painted(page, 'yellow')).toEqual([words])

    const search = { id: textbook, sort: 'place' as const }
    const listHighlights = () => api(owner).call('GET /v1/textbooks_brightness_search', search)
    await expect.poll(async () => (await listHighlights()).list.map(({ locator }) => locator.exact)).toEqual([words])
    expect((await listHighlights()).list[0]).toMatchObject({ state: 'sure', mark: 'yellow' })

    await page.reload()
    await ready(page)
    await expect.poll(() => painted(page, 'yellow')).toEqual([words])

    const notes = page.getByRole('complementary', { name: '笔记与讨论' })
    await notes.getByRole('button', { name: '写想法' }).click()
    await page.getByRole('textbox', { name: '想法' }).fill('和函数调用栈是一回事')
    await page.getByRole('button', { name: '保存' }).click()
    await notes.getByText('和函数调用栈是一回事').waitFor()
    await expect.poll(async () => (await listHighlights()).list[0]?.note).toBe('和函数调用栈是一回事')

    // A click on the highlight opens the menu of the highlight.
    await page.mouse.click(ends[1]!.left - 20, ends[1]!.y)
    await page.getByRole('button', { name: '划线：蓝色' }).click()
    await expect.poll(() => painted(page, 'blue')).toEqual([words])
    expect(await painted(page, 'yellow')).toEqual([])
    expect(await axe(page)).toEqual([])

    await page.mouse.click(ends[1]!.left - 20, ends[1]!.y)
    const menu = page.getByRole('toolbar', { name: '选中文字的操作' })
    await menu.getByRole('button', { name: '删除' }).click()
    await expect.poll(() => painted(page, 'blue')).toEqual([])
    await expect.poll(async () => (await listHighlights()).list).toEqual([])
    expect(problems).toEqual([])
  })

  it('highlights created offline are sent later and merge with those of another device', {
    timeout: 120_000,
  }, async () => {
    const chapter = await stackChapter()
    const owner = await registerOwner('两台设备的人', textbook)
    const one = await open(read(textbook, chapter), phone, owner)
    const other = await open(read(textbook, chapter), desktop, owner)
    await ready(one.page)
    await ready(other.page)

    await one.context.setOffline(true)
    await select(one.page, '只允许在一端添加')
    await one.page.getByRole('button', { name: '划线：绿色' }).tap()
    await expect.poll(() => painted(one.page, 'green')).toEqual(['只允许在一端添加'])
    await one.page.getByRole('button', { name: '笔记' }).tap()
    await one.page.getByText('1 处改动存在本机，联网后自动同步').waitFor()
    // Closes the window while offline: the next start must send the pending change from any page.
    await one.page.close()

    await select(other.page, words)
    await other.page.getByRole('button', { name: '划线：粉色' }).click()
    const total = async () => (await api(owner).call('GET /v1/textbooks_brightness_search', { id: textbook })).total
    await expect.poll(total, { timeout: 15_000 }).toBe(1)

    await one.context.setOffline(false)
    const nextPage = await one.context.newPage()
    await nextPage.goto(`${inject('base')}/#/pages/index/index`)
    await expect.poll(total, { timeout: 30_000 }).toBe(2)
    await nextPage.goto(`${inject('base')}/#/${read(textbook, chapter)}`)
    await expect.poll(() => painted(nextPage, 'pink'), { timeout: 15_000 }).toEqual([words])
    expect(await painted(nextPage, 'green')).toEqual(['只允许在一端添加'])
    // The other device syncs again on the online event.
    await other.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => painted(other.page, 'green')).toEqual(['只允许在一端添加'])
  })
})

describe('reading position', () => {
  it('the position stays at the sentence when font size or layout mode change, and on another device', {
    timeout: 120_000,
  }, async () => {
    const [chapter] = await chaptersOf('ebook', ebook)
    const owner = await registerOwner('换设备的人', ebook)
    const { page } = await open(book(ebook, chapter!.id), phone, owner)
    await ready(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.reader-foot').innerText()).toMatch(/^2 \//)
    const sentence = await firstWords(page)
    expect(sentence.length).toBeGreaterThan(3)

    await page.touchscreen.tap(195, 400)
    await page.getByRole('button', { name: '外观' }).tap()
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: '放大文字' }).tap()
    await expect.poll(() => inSight(page, sentence)).toBe(true)
    await page.getByText('上下滚动').tap()
    await expect.poll(() => inSight(page, sentence)).toBe(true)
    await page.getByText('左右翻页').tap()
    await expect.poll(() => inSight(page, sentence)).toBe(true)
    await page.getByRole('button', { name: '缩小文字' }).tap()
    await expect.poll(() => inSight(page, sentence)).toBe(true)

    // The heartbeat sends the position; another device opens the book there.
    await expect
      .poll(
        async () => {
          const { progress } = await api(owner).call('GET /v1/ebook_view_chapter', { id: chapter!.id })
          return (progress?.locator?.exact ?? '').length > 0
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    const other = await open(book(ebook), desktop, owner)
    await ready(other.page)
    await expect.poll(() => inSight(other.page, sentence)).toBe(true)
  })

  it('the reader turns pages by keys, taps and swipes, and continues into the next chapter', async () => {
    const rows = await chaptersOf('ebook', ebook)
    const { page, problems, route } = await open(book(ebook, rows[1]!.id))
    await ready(page)
    const foot = () => page.locator('.reader-foot').innerText()
    await page.keyboard.press('Home')
    await expect.poll(foot).toMatch(/^1 \//)
    await page.touchscreen.tap(370, 500)
    await expect.poll(foot).toMatch(/^2 \//)
    await page.touchscreen.tap(20, 500)
    await expect.poll(foot).toMatch(/^1 \//)
    await page.keyboard.press('End')
    await expect.poll(async () => new Set((await foot()).split(' / ')).size).toBe(1)
    await page.keyboard.press('PageDown')
    await expect.poll(route).toContain(rows[2]!.id)
    await ready(page)
    await expect.poll(foot).toMatch(/^1 \//)
    // PageUp on the first page leads to the end of the previous chapter.
    await page.keyboard.press('PageUp')
    await expect.poll(route).toContain(rows[1]!.id)
    await expect.poll(async () => new Set((await foot()).split(' / ')).size).toBe(1)
    expect(problems).toEqual([])
  })
})

it('a chapter without an entitlement shows the paywall, and the server sends none of its text', async () => {
  const rows = await chaptersOf('textbook', textbook)
  const locked = rows.find((row) => row.locked)!
  const stranger = await registerOwner('路过的人')
  const bodies: string[] = []
  const visitor = await visit({ options: phone })
  visitor.page.on('response', async (response) => {
    if (response.url().includes('/api/')) bodies.push(await response.text().catch(() => ''))
  })
  await useToken(visitor.page, stranger)
  await visitor.goto(read(textbook, locked.id))
  const { page } = visitor
  await page.getByText('试读到这里就结束了', { exact: false }).waitFor()
  expect(await page.getByRole('link', { name: /立即购买|免费领取/ }).getAttribute('href')).toContain(textbook)
  expect(await axe(page)).toEqual([])
  const owner = await api(token).call('GET /v1/textbooks_view_chapter', { id: locked.id })
  const [, sentence = ''] = /<p data-p="[^"]*">([^<]{12,})/.exec(owner.html!)!
  expect(sentence).not.toBe('')
  for (const body of bodies) expect(body).not.toContain(sentence.slice(0, 12))
  // A wide window also shows the table of contents next to the paywall.
  await page.setViewportSize(desktop.viewport)
  const contents = page.getByRole('complementary', { name: '目录' })
  await contents.getByRole('link', { name: locked.title, exact: false }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: '回到试读章节' }).tap()
  await ready(page)
})

describe.each(sampledWidths)('reading page on a %s', (_, options) => {
  it('every reader theme passes axe', async () => {
    const { page } = await open(read(textbook, await stackChapter()), options)
    await ready(page)
    await page
      .getByRole('region', { name: /随堂测/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: '运行' }).first().waitFor()
    await page.getByRole('button', { name: options === phone ? '外观' : '阅读外观' }).click()
    for (const [name, ground] of [
      ['默认', 'auto'],
      ['白色', 'white'],
      ['米色', 'cream'],
      ['绿色', 'green'],
      ['夜间', 'night'],
    ].filter((_, at) => long || at % 2 === (options === phone ? 0 : 1)) as [string, string][]) {
      await page.getByRole('radio', { name }).check({ force: true })
      await page.locator(`.reader[data-reader-theme=${ground}]`).waitFor()
      expect(await axe(page), name).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
