import { afterAll, expect, it, vi } from 'vitest'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { ops } from './ops'

/** Public lists are cached for 30 s. */
const soon = { timeout: 60_000 }
const kindsAtHome = async () => (await api().call('GET /v1/course_index', {})).shelves.map(({ kind }) => kind)

afterAll(async () => {
  await ops('switches', 'set', 'showBook', 'on')
  await vi.waitFor(async () => expect(await kindsAtHome()).toContain('ebook'), { ...soon, interval: 1000 })
}, 90_000)

it('without showBook no page shows e-books or textbooks', { timeout: 180_000 }, async () => {
  const book = await curriculum('textbook', '数据结构与算法')
  await ops('switches', 'set', 'showBook', 'off')
  await expect.poll(kindsAtHome, soon).toEqual(['course', 'bank'])
  for (const options of [phone, desktop]) {
    const visitor = await visit({ as: '13800000001', options })
    const { page, goto } = visitor
    const gvss = page.waitForResponse(/\/v130\/gvss/)
    await page.getByRole('region', { name: '精品课程' }).waitFor()
    await gvss
    for (const gone of ['数字教材', '大家都在读', '电子书'])
      await expect.poll(() => page.getByText(gone, { exact: true }).count(), { message: gone }).toBe(0)
    await goto('pages/books/index')
    await page.getByText('书城正在整理，先去看看课程吧').waitFor()
    await goto('pages/search/index?keyword=%E7%AE%97%E6%B3%95')
    await page.getByRole('tab', { name: /^全部/ }).waitFor()
    expect(await page.getByRole('tab', { name: /数字教材|电子书/ }).count()).toBe(0)
    await goto(`pages/digital-textbooks/details?id=${book.id}`)
    await page.getByText('内容不存在或已下架，去看看别的吧').last().waitFor()
    await page.getByRole('link', { name: '看看别的课程' }).waitFor()
    await goto('pages/study/index')
    await page.getByRole('tab', { name: '课程' }).waitFor()
    await expect.poll(() => page.getByRole('tab', { name: '书架' }).count()).toBe(0)
    expect(await page.getByText(book.title, { exact: true }).count()).toBe(0)
    await goto('pages/my/collect')
    await page.getByRole('tab', { name: '课程' }).waitFor()
    expect(await page.getByRole('tab', { name: /数字教材|电子书/ }).count()).toBe(0)
  }
})
