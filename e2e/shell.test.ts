import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import routes from '../contract/spec/routes.json'
import { long } from '../server/src/testing/measurements'
import { sampledWidths, visit } from './browser'

/** `npm test` tests every sixth route, `npm run verify -- browser` all of them. */
const publicRoutes = routes.filter((route) => route.public).filter((_, at) => long || at % 6 === 0)

it('a guest opens public routes without an error or a login prompt', {
  timeout: 180_000,
}, async () => {
  const visitor = await visit()
  const refused: string[] = []
  visitor.page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    const { code } = await response.json().catch(() => ({ code: 1 }))
    if (code === 3) refused.push(response.url())
  })
  for (const { path } of publicRoutes) {
    await visitor.page.goto('about:blank')
    await visitor.goto(path)
    await visitor.page.waitForFunction(() => document.body.innerText.trim().length > 5)
    await visitor.page.waitForLoadState('networkidle')
    expect(visitor.route().split('?')[0], path).toBe(path)
  }
  expect(visitor.problems).toEqual([])
  expect(refused).toEqual([])
})

it('a route that requires a login redirects a guest to the login page, with a redirect back', async () => {
  const visitor = await visit({ route: 'pages/exam/index?id=7' })
  const { page } = visitor
  await page.getByLabel('手机号').waitFor()
  expect(visitor.route()).toBe(`pages/login/index?redirect=${encodeURIComponent('/pages/exam/index?id=7')}`)
  await visitor.goto('pages/study/index')
  await page.waitForURL(/redirect=%2Fpages%2Fstudy%2Findex/)
})

/** Scroll container of the page shown. */
const shown = (page: Page) => page.locator('section:not([inert]) > main')

it.each(sampledWidths)(
  'tabs keep their state and scroll position, and the browser’s back and forward buttons work (%s)',
  async (_name, options) => {
    const visitor = await visit({ as: '13800000001', options: { ...options, reducedMotion: 'no-preference' } })
    const { page } = visitor
    const tab = (name: string) =>
      page.locator('section:not([inert]) nav, header nav').getByText(name, { exact: true }).first()
    const scrolled = () => shown(page).evaluate(({ scrollTop }) => scrollTop)
    await expect
      .poll(() => shown(page).evaluate((main) => main.scrollHeight - main.clientHeight), { timeout: 15_000 })
      .toBeGreaterThan(300)
    await shown(page).evaluate((main) => main.scrollTo(0, 300))
    await tab('书城').click()
    await page.waitForURL(/pages\/books\/index/)
    const subject = shown(page).getByRole('tab').nth(1)
    await subject.click()
    expect(await scrolled()).toBe(0)
    await tab('首页').click()
    await page.waitForURL(/pages\/index\/index/)
    await expect.poll(scrolled, { timeout: 15_000 }).toBe(300)
    await tab('书城').click()
    await page.waitForURL(/pages\/books\/index/)
    expect(await subject.getAttribute('aria-selected')).toBe('true')

    await visitor.goto('pages/setting/about')
    await page.getByText('版本 2.4.4').waitFor()
    await page.getByText('文章与公告').click()
    await page.getByText('错题本不是收藏夹').first().click()
    await page.getByRole('heading', { name: '错题本不是收藏夹' }).first().waitFor()
    await page.goBack()
    await page.waitForURL(/pages\/article\/index$/)
    await page.goBack()
    await page.waitForURL(/pages\/setting\/about/)
    await page.goForward()
    await page.waitForURL(/pages\/article\/index$/)
    await page.reload()
    await page.getByText('错题本不是收藏夹').first().waitFor()
    expect(visitor.problems).toEqual([])
  },
)

it('ten pages stay mounted, older ones are rebuilt on return, and replaced pages leave the history', async () => {
  const visitor = await visit({ route: 'pages/setting/about' })
  const { page } = visitor
  await page.getByText('版本 2.4.4').waitFor()
  const alive = () => page.locator('main').count()
  for (let n = 1; n <= 12; n++) {
    await visitor.goto(`pages/article/index?n=${n}`)
    await shown(page).getByText('错题本不是收藏夹').first().waitFor()
  }
  await expect.poll(alive, { timeout: 15_000 }).toBe(10)
  await page.evaluate(() => history.go(-12))
  await page.waitForURL(/pages\/setting\/about/)
  await shown(page).getByText('版本 2.4.4').waitFor()
  await expect.poll(alive, { timeout: 15_000 }).toBe(1)

  // The login page replaces a page that requires a login, and after the login that page replaces the login page.
  await visitor.goto('pages/setting/devices')
  await page.waitForURL(/login\/index\?redirect=/)
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill('13800000003')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('Study2026')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/pages\/setting\/devices$/)
  await page.goBack()
  await page.waitForURL(/pages\/setting\/about$/)
  await page.getByRole('button', { name: '返回' }).click()
  await page.waitForURL(/pages\/index\/index/)
})

it('back without history leads to the home page', async () => {
  const visitor = await visit({ route: 'pages/setting/about' })
  await visitor.page.getByRole('button', { name: '返回' }).first().click()
  await visitor.page.waitForURL(/#\/pages\/index\/index/)
})

it('an unknown route shows the error page 页面不存在', async () => {
  const visitor = await visit({ route: 'pages/no/such' })
  await visitor.page.getByText('页面不存在').first().waitFor()
})

it('a notice is shown while the network is lost', async () => {
  const visitor = await visit()
  // Waits for the code of the notice, which is loaded after the first page.
  await visitor.page.waitForResponse(/\/assets\/start-deferred-.*\.js/)
  await visitor.context.setOffline(true)
  await visitor.page.getByText('哎呀，网络信号丢失').first().waitFor()
  await visitor.context.setOffline(false)
  await visitor.page.getByText('哎呀，网络信号丢失').first().waitFor({ state: 'hidden' })
})

it('a page whose code fails to load offers a retry', async () => {
  const visitor = await visit()
  await visitor.page.waitForLoadState('networkidle')
  let broken = true
  await visitor.page.route(/\/assets\/setting-pages-.*\.js/, (route) => (broken ? route.abort() : route.continue()))
  await visitor.goto('pages/setting/about')
  const again = visitor.page.getByRole('button', { name: '连接服务器超时，点击屏幕重试' })
  await again.waitFor()
  broken = false
  await again.click()
  await visitor.page.getByText('版本 2.4.4').waitFor()
})

it('a page whose code is slow shows the loading state after 200 ms and offers a retry after 60 s', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.waitForLoadState('networkidle')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/setting-pages-.*\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  const chunkRequest = page.waitForRequest(/\/assets\/setting-pages-.*\.js/)
  await visitor.goto('pages/setting/about')
  await chunkRequest
  const loading = shown(page).getByText('正在加载', { exact: true })
  await page.clock.runFor(199)
  expect(await loading.count()).toBe(0)
  await page.clock.runFor(1)
  await loading.waitFor()
  await page.clock.runFor(59_000)
  expect(await loading.count()).toBe(1)
  await page.clock.runFor(1000)
  const again = page.getByRole('button', { name: '连接服务器超时，点击屏幕重试' })
  await again.waitFor()
  await page.clock.resume()
  arrive()
  await again.click()
  await page.getByText('版本 2.4.4').waitFor()
})

it('an OAuth callback stores its code and returns to the hash route', async () => {
  const visitor = await visit()
  const { page } = visitor
  const origin = new URL(page.url()).origin
  await page.goto(`${origin}/?code=abc123&state=xyz#/pages/setting/about`)
  await page.waitForURL(/\/#\/pages\/setting\/about$/)
  expect(await page.evaluate(() => sessionStorage.getItem('dxx-wechat-code'))).toBe('abc123')
})
