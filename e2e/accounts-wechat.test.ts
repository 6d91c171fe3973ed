import { expect, it } from 'vitest'
import { dialog, fillCode, newMobile, register } from './accounts'
import { inWechat, loginByWechat, person, startWechat, wechat } from './accounts-wechat-steps'
import { api, visit } from './browser'

startWechat()

it('logs in by WeChat, asks for a phone number once, and returns to the requested page', async () => {
  wechat.visitor(person('微信来的'))
  const mobile = newMobile()
  const visitor = await loginByWechat('pages/setting/devices')
  const { page } = visitor
  await page.waitForURL(/#\/pages\/login\/bind-mobile$/)
  expect(page.url()).not.toContain('code=')
  await fillCode(page, mobile, 'bind')
  await page.waitForURL(/#\/pages\/setting\/devices$/)
  await page.getByText('当前设备').waitFor()
  await visitor.goto('pages/my/index')
  await page.getByText('微信来的').waitFor()
  await page.getByText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`).waitFor()
  expect(visitor.problems).toEqual([])
})

it('inside WeChat, the login offers WeChat first and no 扫码登录, which a phone cannot scan on its own screen', async () => {
  const { page } = await visit({ route: 'pages/login/index', options: inWechat })
  const first = page.getByRole('button', { name: '微信登录' })
  await first.waitFor()
  const names = () => page.getByRole('button').filter({ visible: true }).allInnerTexts()
  expect((await names()).filter((name) => name.includes('扫码'))).toEqual([])
  const box = (await first.boundingBox())!
  expect(box.width).toBeGreaterThan(300)
  // The way back is WeChat's.
  expect(await page.getByRole('button', { name: '返回' }).count()).toBe(0)
  await page.getByRole('button', { name: '用手机号登录' }).tap()
  await page.getByRole('button', { name: '微信', exact: true }).waitFor()
  expect((await names()).filter((name) => name.includes('扫码'))).toEqual([])
  // Another browser on a phone can show a code for a second phone.
  const outside = await visit({ route: 'pages/login/index' })
  await outside.page.getByRole('button', { name: '扫码登录' }).waitFor()
})

it('does not log in after a refusal in WeChat, or with an OAuth code that was not requested', async () => {
  wechat.visitor(null)
  const before = wechat.requestPaths.length
  const visitor = await loginByWechat('pages/login/index')
  const { page } = visitor
  await expect.poll(() => wechat.requestPaths.slice(before)).toEqual(['/connect/oauth2/authorize'])
  await page.waitForURL(/\/#\/pages\/login\/index$/)
  await page.getByText('欢迎来到多享学').waitFor()
  const requestsBefore = wechat.requestPaths.length
  const code = wechat.codeFor(person('别人'))
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/?code=${code}&state=0123456789abcdef#/pages/login/index`)
  await page.waitForURL(/\/#\/pages\/login\/index$/)
  await page.getByText('欢迎来到多享学').waitFor()
  await page.waitForLoadState('networkidle')
  expect(wechat.requestPaths).toHaveLength(requestsBefore)
  expect(await page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
})

it('binds WeChat in the settings; a WeChat account of another user offers to switch accounts', async () => {
  const someone = person('微信主人')
  wechat.visitor(someone)
  const token = await register(newMobile(), '绑定的人')
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat, token })
  const { page } = visitor
  await visitor.goto('pages/setting/index')
  await page.getByRole('button', { name: '微信 未绑定' }).click()
  await page.waitForURL(/#\/pages\/setting\/index\?bindWechat=1$/)
  await page.getByRole('button', { name: '微信 已绑定' }).waitFor()
  // A reload does not send the used OAuth code again.
  await page.reload()
  await page.getByRole('button', { name: '微信 已绑定' }).click()
  await dialog(page).getByRole('button', { name: '取消' }).click()

  const second = await visit({
    route: 'pages/setting/about',
    options: inWechat,
    token: await register(newMobile(), '第二个人'),
  })
  await second.goto('pages/setting/index')
  await second.page.getByRole('button', { name: '微信 未绑定' }).click()
  const modal = dialog(second.page)
  await modal.getByRole('heading', { name: '提示' }).waitFor()
  await modal.getByText('这个微信已绑定账号「绑定的人」').waitFor()
  expect(await modal.getByRole('button', { name: '取消' }).count()).toBe(0)
  await modal.getByRole('button', { name: '关闭' }).waitFor()
  await modal.getByRole('button', { name: '切换到 绑定的人' }).click()
  await second.page.waitForURL(/#\/pages\/login\/index$/)
  expect(await second.page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
})

it.each(['pages/exam/index', 'pages/course/details'])(
  'an expired login inside WeChat is renewed silently on %s',
  async (route) => {
    const someone = person('常来的人')
    wechat.visitor(someone)
    const visitor = await loginByWechat('pages/setting/devices')
    const { page } = visitor
    await page.getByRole('button', { name: '暂不绑定' }).click()
    await page.getByText('当前设备').waitFor()
    const token = () => page.evaluate(() => localStorage.getItem('dxx-app-token'))
    const old = await token()
    await api(old!).call('POST /v1/login_out', {})
    const { list } = await api().call('GET /v1/course_list', { pageSize: 1 })
    const address = route.endsWith('details') ? `${route}?id=${list[0]!.id}` : route
    await visitor.goto(address)
    await page.reload()
    // Every call that requires a login returns code 3 now.
    const renewed = async () => {
      const now = await token().catch(() => old) // Reading the token fails while the page navigates.
      return now !== null && now !== old
    }
    await expect.poll(async () => [await renewed(), visitor.route()]).toEqual([true, address])
    expect(await api((await token())!).call('GET /v1/get_user_info', {})).toMatchObject({ nickname: '常来的人' })
    expect(page.url()).not.toContain('code=')
  },
)
