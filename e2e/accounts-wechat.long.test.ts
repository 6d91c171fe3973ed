import { expect, it } from 'vitest'
import { dialog, fillCode, newMobile, register, useToken } from './accounts'
import { inWechat, loginByWechat, person, startWechat, wechat } from './accounts-wechat-steps'
import { api, visit } from './browser'

startWechat()

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

it('binding a WeChat account of another user (code 4) offers to switch accounts, and then a row to merge them', async () => {
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
  const requestsBefore = wechat.requestPaths.length
  const code = wechat.codeFor(person('别人'))
  await page.goto(`${origin}/?code=${code}&state=0123456789abcdef#/pages/setting/index?bindWechat=1`)
  await page.getByText('绑定没有完成，请从设置里重新绑定').first().waitFor()
  await page.getByRole('button', { name: '微信 未绑定' }).waitFor()
  expect(wechat.requestPaths).toHaveLength(requestsBefore)
})

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
