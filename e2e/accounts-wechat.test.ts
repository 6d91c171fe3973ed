import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { dialog, fillCode, newMobile, register, useToken } from './accounts'
import { api, phone, visit } from './browser'

let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  wechat = await startWechatSimulator({ port: inject('wechatPort') })
})
afterAll(() => wechat?.close())

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.49'
const inWechat = { ...phone, userAgent }
const person = (nickname: string) => ({ openid: `o-${nickname}-${Math.random()}`, nickname })

async function loginByWechat(route: string) {
  const visitor = await visit({ route, options: inWechat })
  await visitor.page.getByRole('button', { name: '微信登录' }).click()
  return visitor
}

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

it('binding the number of an existing account merges the new WeChat account into it', async () => {
  const mobile = newMobile()
  const token = await register(mobile, '老账号')
  wechat.visitor(person('新微信'))
  const visitor = await loginByWechat('pages/my/auth')
  const { page } = visitor
  await page.waitForURL(/#\/pages\/login\/bind-mobile$/)
  await fillCode(page, mobile, 'bind')
  await dialog(page).getByText('这个手机号已绑定账号「老账号」').waitFor()
  await dialog(page).getByRole('button', { name: '合并账号' }).click()
  await page.waitForURL(/#\/pages\/my\/auth$/)
  expect(await api(token).call('GET /v1/get_user_info', {})).toMatchObject({ nickname: '老账号', wechatBound: true })
  await visitor.goto('pages/my/index')
  await page.getByText('老账号').waitFor()
})

it('does not log in after a refusal in WeChat, or with an OAuth code that was not requested', async () => {
  wechat.visitor(null)
  const visitor = await loginByWechat('pages/login/index')
  const { page } = visitor
  await page.getByText('欢迎来到多享学').waitFor()
  await page.waitForURL(/\/#\/pages\/login\/index$/)
  const asked = wechat.asked.length
  const code = wechat.codeFor(person('别人'))
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/?code=${code}&state=0123456789abcdef#/pages/login/index`)
  await page.waitForURL(/\/#\/pages\/login\/index$/)
  await page.getByText('欢迎来到多享学').waitFor()
  await page.waitForLoadState('networkidle')
  expect(wechat.asked).toHaveLength(asked)
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

it('a WeChat account of another user (code 4) first offers to switch accounts, then a row to merge them', async () => {
  const someone = person('只有微信的人')
  wechat.visitor(someone)
  const old = await loginByWechat('pages/setting/devices')
  await old.page.getByRole('button', { name: '暂不绑定' }).click()
  await old.page.getByText('当前设备').waitFor()

  const token = await register(newMobile(), '有手机号的人')
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat, token })
  const { page } = visitor
  await visitor.goto('pages/setting/index')
  expect(await page.getByRole('button', { name: /合并账号/ }).count()).toBe(0)
  await page.getByRole('button', { name: '微信 未绑定' }).click()
  const modal = dialog(page)
  await modal.getByRole('heading', { name: '提示', exact: true }).waitFor()
  await modal.getByText('这个微信已绑定账号「只有微信的人」', { exact: true }).waitFor()
  expect(await modal.getByRole('button').allInnerTexts()).toEqual(['切换到 只有微信的人', ''])
  await modal.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '合并账号 与「只有微信的人」合并' }).click()
  await dialog(page).getByRole('button', { name: '不合并' }).click()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  await page.getByRole('button', { name: /^合并账号 与/ }).click()
  await dialog(page).getByRole('button', { name: '合并账号' }).click()
  await page.getByRole('button', { name: '微信 已绑定' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^合并账号 与/ }).count()).toBe(0)
  expect(await api(token).call('GET /v1/get_user_info', {})).toMatchObject({ wechatBound: true })
})

it('a binding that fails at WeChat shows the server’s message as a toast and no dialog', async () => {
  wechat.visitor(person('断线的微信'))
  const token = await register(newMobile(), '没绑上的人')
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat, token })
  const { page } = visitor
  await visitor.goto('pages/setting/index')
  await page.route('**/v130/bind_wechat', async (route) => {
    wechat.fail(true)
    await route.continue()
  })
  await page.getByRole('button', { name: '微信 未绑定' }).click()
  await page.getByRole('status').filter({ hasText: '微信服务暂时不可用，请稍后重试' }).waitFor()
  wechat.fail(false)
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await page.getByRole('button', { name: '微信 未绑定' }).waitFor()
})

it('an OAuth code that was not requested binds nothing and asks the user to bind again', async () => {
  const token = await register(newMobile(), '被骗的人')
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat, token })
  const { page } = visitor
  const { origin } = new URL(page.url())
  const asked = wechat.asked.length
  const code = wechat.codeFor(person('别人'))
  await page.goto(`${origin}/?code=${code}&state=0123456789abcdef#/pages/setting/index?bindWechat=1`)
  await page.getByText('绑定没有完成，请从设置里重新绑定').first().waitFor()
  await page.getByRole('button', { name: '微信 未绑定' }).waitFor()
  expect(wechat.asked).toHaveLength(asked)
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
      const now = await token().catch(() => old) // Fails while the page navigates.
      return now !== null && now !== old
    }
    await expect.poll(async () => [await renewed(), visitor.route()]).toEqual([true, address])
    expect(await api((await token())!).call('GET /v1/get_user_info', {})).toMatchObject({ nickname: '常来的人' })
    expect(page.url()).not.toContain('code=')
  },
)

it('if silent login finds no account for the WeChat user, the login page opens with a redirect back', async () => {
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat })
  const { page } = visitor
  wechat.visitor(person('没来过的人'))
  await page.evaluate(() => localStorage.setItem('dxx-app-token', 'a-token-that-has-ended'))
  await page.goto('about:blank')
  await visitor.goto('pages/exam/index')
  await page.waitForURL(/#\/pages\/login\/index\?redirect=/)
  expect(decodeURIComponent(page.url())).toContain('pages/exam/index')
  expect(await page.evaluate(() => localStorage.getItem('dxx-app-token'))).toBeNull()
})

it('a page that requires a phone number asks for it once when opened, and the dialog can be closed', async () => {
  wechat.visitor(person('随便看看'))
  const visitor = await loginByWechat('pages/setting/devices')
  const { page } = visitor
  await page.getByRole('button', { name: '暂不绑定' }).click()
  await page.getByText('当前设备').waitFor()
  await visitor.goto('pages/exchange/index')
  await dialog(page).getByText('请先绑定手机号').waitFor()
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  expect(visitor.route()).toBe('pages/exchange/index')
  await visitor.goto('pages/my/index')
  await page.getByText('随便看看').waitFor()
  await page.goBack()
  await page.waitForURL(/pages\/exchange\/index$/)
  await page.waitForTimeout(500)
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

it('unbinds WeChat only with the bound WeChat account', async () => {
  const someone = person('又走的微信')
  wechat.visitor(someone)
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat })
  const { page } = visitor
  const token = await register(newMobile())
  await api(token).call('POST /v130/bind_wechat', { wechat_code: wechat.codeFor(someone) })
  await useToken(page, token)
  await visitor.goto('pages/setting/index')
  await page.getByRole('button', { name: '微信 已绑定' }).click()
  wechat.visitor(person('别的微信'))
  await dialog(page).getByRole('button', { name: '解绑' }).click()
  await page.getByText('请使用当前账号绑定的微信操作').first().waitFor()
  wechat.visitor(someone)
  await page.getByRole('button', { name: '微信 已绑定' }).click()
  await dialog(page).getByRole('button', { name: '解绑' }).click()
  await page.getByRole('button', { name: '微信 未绑定' }).waitFor()
})

it('a form that requires a phone number asks for it in a dialog and keeps the typed text', async () => {
  wechat.visitor(person('没有手机号'))
  const visitor = await loginByWechat('pages/my/auth')
  const { page } = visitor
  await page.getByRole('button', { name: '暂不绑定' }).click()
  await page.waitForURL(/#\/pages\/my\/auth$/)
  await page.getByRole('textbox', { name: '姓名' }).fill('已经写好')
  await page.getByRole('button', { name: '提交认证' }).click()
  await dialog(page).getByText('请先绑定手机号').waitFor()
  await dialog(page).getByRole('button', { name: '去绑定' }).click()
  await fillCode(page, newMobile(), 'bind')
  await page.waitForURL(/#\/pages\/my\/auth$/)
  expect(await page.getByRole('textbox', { name: '姓名' }).inputValue()).toBe('已经写好')
})

it('inside WeChat, a login code is scanned with WeChat’s own scanner', async () => {
  const visitor = await visit({ route: 'pages/setting/about', options: inWechat })
  const { page } = visitor
  await page.route('**/open.weixin.qq.com/**', (route) => route.abort())
  await page.addInitScript(() => {
    const bridge = {
      invoke(name: string, _args: unknown, done: (answer: object) => void) {
        const resultStr = `${location.origin}/#/pages/login/scan?id=3d6d1c0a-6c4e-4f3e-9d8a-1b2c3d4e5f60`
        if (name === 'preVerifyJSAPI') done({ err_msg: 'preVerifyJSAPI:ok', errMsg: 'config:ok' })
        else if (name === 'scanQRCode') done({ err_msg: 'scan_qrcode:ok', resultStr })
        else done({ err_msg: `${name}:ok` })
      },
      on() {},
    }
    Object.assign(window, { WeixinJSBridge: bridge })
    document.addEventListener('DOMContentLoaded', () => document.dispatchEvent(new Event('WeixinJSBridgeReady')))
  })
  await useToken(page, await register(newMobile()))
  await visitor.goto('pages/login/scan')
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.waitForURL(/login\/scan\?id=3d6d1c0a/)
  await page.getByText('二维码已失效').waitFor()
})
