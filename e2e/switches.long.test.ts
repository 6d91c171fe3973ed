import { afterAll, expect, it, vi } from 'vitest'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { ops } from './ops'
import { chaptersOf, ready } from './reader'

/** Longer than the 30 s for which public lists are cached. */
const soon = { timeout: 60_000 }
const kindsAtHome = async () => (await api().call('GET /v1/course_index', {})).shelves.map(({ kind }) => kind)

afterAll(async () => {
  await ops('switches', 'set', 'showBook', 'on')
  await vi.waitFor(async () => expect(await kindsAtHome()).toContain('ebook'), { ...soon, interval: 1000 })
}, 90_000)

it('with the switch showBook off, no page shows e-books or textbooks', { timeout: 180_000 }, async () => {
  const book = await curriculum('textbook', '数据结构与算法')
  const chapter = (await chaptersOf('textbook', book.id)).find(({ free, kind }) => free && kind === 'text')
  const read = `pages/digital-textbooks/read?id=${book.id}&chapter=${chapter!.id}`
  const owner = api(
    (await api().call('POST /v1/login_password', { mobile: '13800000001', password: 'Study2026' })).token,
  )
  const open = () => owner.send('GET /v1/textbooks_view_chapter', { id: chapter!.id })
  expect(await open()).toMatchObject({ code: 1 })
  const readers = []
  for (const options of [phone, desktop]) {
    // Opens the chapter first, so that the device has a cached copy.
    const visitor = await visit({ as: '13800000001', options, route: read })
    await ready(visitor.page)
    readers.push(visitor)
  }
  await ops('switches', 'set', 'showBook', 'off')
  await expect.poll(async () => (await open()).code, soon).not.toBe(1)
  await expect.poll(kindsAtHome, soon).toEqual(['course', 'bank'])
  for (const { page, goto } of readers) {
    const gvss = page.waitForResponse(/\/v130\/gvss/)
    await page.goto('about:blank')
    await goto('pages/index/index')
    await page.getByRole('region', { name: '精品课程' }).waitFor()
    await gvss
    for (const hiddenText of ['数字教材', '大家都在读', '电子书'])
      await expect.poll(() => page.getByText(hiddenText, { exact: true }).count(), { message: hiddenText }).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: '书城' }).count()).toBe(0)
    for (const route of ['pages/books/index', `pages/digital-textbooks/details?id=${book.id}`, read]) {
      await goto(route)
      await page.getByText('没有找到这个页面').filter({ visible: true }).waitFor()
      expect(await page.title()).toContain('页面不存在')
    }
    await goto('pages/search/index?keyword=%E7%AE%97%E6%B3%95')
    await page.getByRole('tab', { name: /^全部/ }).waitFor()
    expect(await page.getByRole('tab', { name: /数字教材|电子书/ }).count()).toBe(0)
    await goto('pages/study/index')
    await page.getByRole('tab', { name: '课程' }).waitFor()
    await expect.poll(() => page.getByRole('tab', { name: '书架' }).count()).toBe(0)
    expect(await page.getByText(book.title, { exact: true }).count()).toBe(0)
    await goto('pages/study/offline')
    await page.getByText('把要学的章节存到本机').waitFor()
    expect(await page.getByText(chapter!.title).count()).toBe(0)
    await goto('pages/exchange/record')
    await page.getByRole('article').first().waitFor()
    for (const kind of ['数字教材', '电子书']) expect(await page.getByText(kind, { exact: true }).count()).toBe(0)
    await goto('pages/my/collect')
    await page.getByRole('tab', { name: '课程' }).waitFor()
    expect(await page.getByRole('tab', { name: /数字教材|电子书/ }).count()).toBe(0)
  }
})
