import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog, newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, ready } from './reader'

/** Pulls the page down by the given number of pixels in steps, like a finger. */
async function pullDown(page: Page, way: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  await touch('touchStart', 300)
  for (let y = 330; y <= 300 + way; y += 30) await touch('touchMove', y)
  await page.getByText('松开继续学习').waitFor()
  await touch('touchEnd')
}

it('pulling down the home page by 200rpx opens the last studied item, and back returns home', async () => {
  const visitor = await visit({ as: '13800000001' })
  const { page } = visitor
  const card = page.getByRole('link', { name: /^继续学习/ })
  const href = await card.getAttribute('href')
  await pullDown(page, 300)
  await expect.poll(() => `#/${visitor.route()}`).toContain(decodeURI(href!))
  await page.goBack()
  await card.waitFor()
})

it('pulling down the home page opens the study page if the user has studied nothing yet', async () => {
  const visitor = await visit({ token: await register(newMobile()) })
  await visitor.goto('pages/index/index')
  await visitor.page.getByText('从今天开始学一点').waitFor()
  await pullDown(visitor.page, 300)
  await expect.poll(() => visitor.route()).toBe('pages/study/index')
})

it.each([
  ['phone', phone],
  ['desktop', desktop],
])('home, orders and gallery have a button back to the top (%s)', { timeout: 120_000 }, async (_, options) => {
  const visitor = await visit({ as: '13800000001', options })
  const { page } = visitor
  const button = page.getByRole('button', { name: '回到顶部' })
  for (const route of ['pages/index/index', 'pages/order/index', 'pages/test/test']) {
    await visitor.goto(route)
    const main = page.locator('section:not([inert]) > main')
    await expect
      .poll(() => main.evaluate((one) => one.scrollHeight - one.clientHeight), { message: route })
      .toBeGreaterThan(250)
    expect(await button.count()).toBe(0)
    await main.evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await button.click()
    await expect.poll(() => main.evaluate((one) => one.scrollTop)).toBe(0)
    await expect.poll(() => button.count()).toBe(0)
  }
})

it.each([
  ['phone', phone],
  ['desktop', desktop],
])('a scrolled chapter has a button back to the top (%s)', async (_, options) => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { trialChapterId } = await api().call('GET /v1/textbooks_info', { id })
  const visitor = await visit({ as: '13800000001', options })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${trialChapterId}&at=start`)
  await ready(page)
  const button = page.getByRole('button', { name: '回到顶部' })
  expect(await button.count()).toBe(0)
  const scroller = page.locator('.reader-scroller')
  await scroller.evaluate((one) => one.scrollTo(0, 900))
  await button.click()
  await expect.poll(() => scroller.evaluate((one) => one.scrollTop)).toBe(0)
  await expect.poll(() => button.count()).toBe(0)
})

it('the study calendar shows three months, pages by three, and can jump ten years back or ahead', async () => {
  const visitor = await visit({ as: '13800000001', route: 'pages/study/index' })
  const { page } = visitor
  await page.getByRole('button', { name: '学习日历' }).click()
  const calendar = dialog(page)
  await calendar.getByText(/^这三个月学了 \d+ 分钟、[1-9]\d* 天$/).waitFor()
  const captions = () => calendar.locator('caption').allInnerTexts()
  const newest = await captions()
  expect(newest).toHaveLength(3)
  await calendar.getByRole('button', { name: '前三个月' }).click()
  const older = await captions()
  expect(older).toHaveLength(3)
  expect(older.filter((month) => newest.includes(month))).toEqual([])
  expect(await calendar.getByRole('button', { name: '后三个月' }).isDisabled()).toBe(false)

  await calendar.getByRole('button', { name: /选择日期/ }).click()
  const year = new Date().getFullYear()
  const years = dialog(page).getByRole('listbox', { name: '年' }).getByRole('option')
  expect(await years.first().innerText()).toBe(`${year - 10}年`)
  expect(await years.last().innerText()).toBe(`${year + 10}年`)
  expect(await axe(page)).toEqual([])
})

it('the birthday picker offers 1930 to the current year', async () => {
  const visitor = await visit({ as: '13800000001', route: 'pages/my/edit-info' })
  const { page } = visitor
  await page.getByRole('button', { name: /^生日/ }).click()
  const years = dialog(page).getByRole('listbox', { name: '年' }).getByRole('option')
  expect(await years.first().innerText()).toBe('1930年')
  expect(await years.last().innerText()).toBe(`${new Date().getFullYear()}年`)
})

it('orders, chapter lists and the table of contents of the reading page are virtual lists', async () => {
  const visitor = await visit({ as: '13800000001', route: 'pages/order/index', options: desktop })
  const { page } = visitor
  const rows = page.locator('section:not([inert]) li[aria-setsize]')
  const size = async () => Number(await rows.first().getAttribute('aria-setsize'))
  await rows.first().getByRole('article').first().waitFor()
  expect(await size()).toBeGreaterThan(1)
  const { id } = await curriculum('textbook', '数据结构与算法')
  const count = (await api().call('GET /v1/textbooks_chapter', { id })).length
  await visitor.goto(`pages/digital-textbooks/details?id=${id}&tab=chapters`)
  await expect.poll(size).toBe(count)
  const { trialChapterId } = await api().call('GET /v1/textbooks_info', { id })
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${trialChapterId}`)
  await page.locator('section:not([inert]) aside li[aria-setsize]').first().waitFor()
  await expect.poll(size).toBeGreaterThan(1)
})

it('on a phone, the table of contents opens scrolled to the current chapter', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('翻目录的人', id)
  const chapter = (await chaptersOf('textbook', id, token)).at(-2)!
  const visitor = await visit({ token })
  const { page } = visitor
  await visitor.goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`)
  await ready(page)
  await page.getByRole('button', { name: '目录' }).tap()
  const current = dialog(page).locator('[aria-current=page]')
  await current.waitFor()
  const isInSight = () =>
    current.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(innerWidth / 2, (top + bottom) / 2))
    })
  await expect.poll(isInSight).toBe(true)
})

it('all empty lists show the same text', { timeout: 120_000 }, async () => {
  const visitor = await visit({ token: await register(newMobile()) })
  const { page } = visitor
  const lists = [
    'pages/order/index',
    'pages/my/collect',
    'pages/my/browse',
    'pages/exchange/record',
    'pages/message/list?kind=order',
    'pages/bank/wrong',
    'pages/study/index',
    'pages/study/offline',
    'pages/help/feedback?tab=mine',
  ]
  for (const route of lists) {
    await visitor.goto(route)
    await page.locator('section:not([inert]) > main').getByText('暂无内容，一起去学习～').waitFor()
  }
})
