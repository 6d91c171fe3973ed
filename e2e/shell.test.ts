import { expect, it } from 'vitest'
import routes from '../contract/spec/routes.json'
import { desktop, phone, visit } from './browser'

it('a guest opens every public route without an error and without being asked to log in', {
  timeout: 180_000,
}, async () => {
  const visitor = await visit()
  const refused: string[] = []
  visitor.page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    const { code } = await response.json().catch(() => ({ code: 1 }))
    if (code === 3) refused.push(response.url())
  })
  for (const { path } of routes.filter((route) => route.public)) {
    await visitor.page.goto('about:blank')
    await visitor.goto(path)
    await visitor.page.waitForFunction(() => document.body.innerText.trim().length > 5)
    await visitor.page.waitForLoadState('networkidle')
    expect(visitor.route().split('?')[0], path).toBe(path)
  }
  expect(visitor.problems).toEqual([])
  expect(refused).toEqual([])
  await visitor.context.close()
})

it('every other route sends a guest to the login page and back afterwards', async () => {
  const visitor = await visit({ route: 'pages/exam/index?id=7' })
  const { page } = visitor
  await page.getByLabel('手机号').waitFor()
  expect(visitor.route()).toBe(`pages/login/index?redirect=${encodeURIComponent('/pages/exam/index?id=7')}`)
  await visitor.goto('pages/study/index')
  await page.waitForURL(/redirect=%2Fpages%2Fstudy%2Findex/)
  await visitor.context.close()
})

it.each([
  ['phone', phone],
  ['desktop', desktop],
])('tabs keep their state, back leads home, and the browser’s buttons agree (%s)', async (_name, options) => {
  const visitor = await visit({ as: '13800000001', options: { ...options, reducedMotion: 'no-preference' } })
  const { page } = visitor
  const tab = (name: string) => page.getByRole('navigation').getByText(name, { exact: true }).first()
  await tab('书城').click()
  await page.waitForURL(/pages\/books\/index/)
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
  await visitor.context.close()
})

it('back without history goes home', async () => {
  const visitor = await visit({ route: 'pages/setting/about' })
  await visitor.page.getByRole('button', { name: '返回' }).first().click()
  await visitor.page.waitForURL(/#\/pages\/index\/index/)
  await visitor.context.close()
})

it('an address that does not exist says so and leads home', async () => {
  const visitor = await visit({ route: 'pages/no/such' })
  await visitor.page.getByText('页面不存在').first().waitFor()
  await visitor.context.close()
})

it('says when the network is lost, and goes on when it is back', async () => {
  const visitor = await visit()
  await visitor.page.waitForLoadState('networkidle')
  await visitor.context.setOffline(true)
  await visitor.page.getByText('哎呀，网络信号丢失').first().waitFor()
  await visitor.context.setOffline(false)
  await visitor.page.getByText('哎呀，网络信号丢失').first().waitFor({ state: 'hidden' })
  await visitor.context.close()
})

it('a page whose code does not arrive offers to try again', async () => {
  const visitor = await visit()
  await visitor.page.waitForLoadState('networkidle')
  let broken = true
  await visitor.page.route(/\/assets\/setting-pages-.*\.js/, (route) => (broken ? route.abort() : route.continue()))
  await visitor.goto('pages/setting/about')
  const again = visitor.page.getByText('连接服务器超时，点击屏幕重试')
  await again.waitFor()
  broken = false
  await again.click()
  await visitor.page.getByText('版本 2.4.4').waitFor()
  await visitor.context.close()
})

it('an OAuth callback keeps its code and returns to hash-route form', async () => {
  const visitor = await visit()
  const { page } = visitor
  const origin = new URL(page.url()).origin
  await page.goto(`${origin}/?code=abc123&state=xyz#/pages/setting/about`)
  await page.waitForURL(/\/#\/pages\/setting\/about$/)
  expect(await page.evaluate(() => sessionStorage.getItem('dxx-wechat-code'))).toBe('abc123')
  await visitor.context.close()
})
