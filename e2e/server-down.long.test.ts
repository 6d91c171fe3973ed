import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone, visit } from './browser'
import { startProxy } from './site-proxy'

const soon = { timeout: 30_000 }
const now = () => Math.floor(Date.now() / 1000)
const banner = (page: Page) => page.getByText('暂时连不上服务器')

it('an outage of the server while the browser is online shows a banner with retries; cached content shows its age', {
  timeout: 120_000,
}, async () => {
  const proxy = await startProxy()
  const visitor = await visit({ as: '13800000001', options: phone, site: undefined })
  const { page } = visitor
  const open = (route: string) => page.goto(`${proxy.base}/#/${route}`)
  const token = await page.evaluate(() => localStorage.getItem('dxx-app-token'))
  await open('pages/setting/about')
  await page.evaluate((value) => localStorage.setItem('dxx-app-token', value!), token)
  await open('pages/index/index')
  await page.reload()
  await page.getByText('精品课程').first().waitFor(soon)
  const tries: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('/gvss')) tries.push(now())
  })

  await proxy.down()
  // Makes the loaded content count as stale.
  await page.evaluate(() => {
    const real = Date.now
    Date.now = () => real() + 120_000
  })
  await page.evaluate(() => {
    location.hash = '#/pages/index/course'
  })
  await banner(page).first().waitFor(soon)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  expect(await page.getByText('网络信号丢失').count()).toBe(0)
  // A page without cached content must not claim to show cached content.
  await page.getByRole('link', { name: '去离线书架' }).filter({ visible: true }).waitFor(soon)
  expect(await page.getByText('显示的是').count()).toBe(0)
  await page.goBack()
  await page.getByText('精品课程').first().waitFor(soon)
  await page.getByText(/显示的是 \d\d-\d\d \d\d:\d\d 的内容/).waitFor(soon)
  await page.getByText(/\d+ 秒后重试/).waitFor(soon)
  // The page retries by itself at growing intervals.
  await expect.poll(() => tries.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(4)
  const pauses = tries.slice(1).map((at, i) => at - tries[i]!)
  expect(pauses.at(-1)!).toBeGreaterThan(pauses[0]!)

  await proxy.up()
  await page.getByRole('button', { name: /现在重试/ }).tap()
  await banner(page)
    .first()
    .waitFor({ state: 'detached', ...soon })
  await page.evaluate(() => {
    location.hash = '#/pages/index/course'
  })
  await page.getByText('Python 程序设计').filter({ visible: true }).first().waitFor(soon)
  await proxy.down()
})

it('a page that failed during an outage links to 离线书架 and loads by itself when the server is back', {
  timeout: 120_000,
}, async () => {
  const proxy = await startProxy()
  const visitor = await visit({ as: '13800000001', options: phone })
  const { page } = visitor
  const token = await page.evaluate(() => localStorage.getItem('dxx-app-token'))
  await page.goto(`${proxy.base}/#/pages/setting/about`)
  await page.evaluate((value) => localStorage.setItem('dxx-app-token', value!), token)
  await page.reload()
  // Opens the page with another `kind`, which loads its code but not the data of kind=order.
  await page.goto(`${proxy.base}/#/pages/message/list?kind=system`)
  await page.getByRole('heading').first().waitFor(soon)
  // The heading is not enough: the bar shows it before the page's code is loaded.
  await page.waitForLoadState('networkidle')
  await proxy.down()
  await page.evaluate(() => {
    location.hash = '#/pages/message/list?kind=order'
  })
  await page.getByText('连不上服务器，请稍后再试').first().waitFor(soon)
  await page.getByRole('link', { name: '去离线书架' }).waitFor(soon)
  await proxy.up()
  await page.getByText('购买成功').filter({ visible: true }).first().waitFor({ timeout: 60_000 })
  expect(visitor.problems.filter((problem) => problem.startsWith('error'))).toEqual([])
  await proxy.down()
})
