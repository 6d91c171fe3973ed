import { expect, it } from 'vitest'
import { dialog, fillCode, goodPassword, newMobile, register, sentCode, useToken } from './accounts'
import { api, desktop, visit } from './browser'

it('shows the privacy bar until it is answered, and stores a refusal without asking again', async () => {
  const visitor = await visit({ firstStart: true, route: 'pages/my/index' })
  const { page } = visitor
  const popup = page.getByRole('region', { name: '隐私说明' })
  await popup.waitFor()
  await popup.getByRole('button', { name: '《隐私政策》' }).click()
  await page.getByRole('dialog', { name: '隐私政策' }).waitFor()
  await page.keyboard.press('Escape')
  await popup.getByRole('button', { name: '不同意' }).click()
  await popup.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByText('登录 / 注册').waitFor()
  expect(await popup.isVisible()).toBe(false)

  // A refused privacy bar does not count as accepted terms: the login still requires them.
  await page.getByText('登录 / 注册').click()
  const box = page.getByRole('checkbox', { name: /我已阅读并同意/ })
  expect(await box.isChecked()).toBe(false)
  expect(await page.evaluate(() => localStorage.getItem('dxx-privacy'))).toBe('refused')
  expect(visitor.problems).toEqual([])
})

it('registers by code, returns to the requested page, sets a password and logs in with it', async () => {
  const visitor = await visit({ route: 'pages/setting/devices', firstStart: true })
  const { page } = visitor
  const mobile = newMobile()
  await page.waitForURL(/login\/index\?redirect=/)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请输入正确的手机号').waitFor()
  await fillCode(page, mobile, 'login')
  // The terms checkbox is not ticked: the sheet asks for consent before anything is sent.
  const sheet = page.getByRole('dialog', { name: '请先阅读并同意' })
  await sheet.getByRole('button', { name: '同意并登录' }).click()
  await page.waitForURL(/#\/pages\/setting\/devices$/)
  await page.getByText('当前设备').waitFor()

  await visitor.goto('pages/setting/index')
  await page.getByText('登录密码').click()
  await page.waitForURL(/login\/set-password/)
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill('12345678')
  await page.getByRole('button', { name: '设置密码' }).click()
  await page.getByText('这个密码太常见，容易被猜到，请换一个').waitFor()
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: '设置密码' }).dblclick()
  await page.waitForURL(/#\/pages\/setting\/index$/)

  await page.getByRole('button', { name: '退出登录' }).click()
  await dialog(page).getByRole('button', { name: '退出' }).click()
  await page.getByText('登录 / 注册').click()
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('not-the-password')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('手机号或密码不正确，请重新输入').waitFor()
  expect(await page.getByRole('textbox', { name: '密码', exact: true }).inputValue()).toBe('not-the-password')
  // Pastes like a password manager; the password stays hidden until the user reveals it.
  const field = page.getByRole('textbox', { name: '密码', exact: true })
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), goodPassword)
  await field.press('Control+A')
  await field.press('Control+V')
  expect(await field.inputValue()).toBe(goodPassword)
  expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
    'password',
    'current-password',
  ])
  await page.getByRole('button', { name: '显示密码' }).click()
  expect(await field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: '隐藏密码' }).click()
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: '登录', exact: true }).dblclick()
  await page.waitForURL(/#\/pages\/my\/index$/)
  await page.getByText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`).waitFor()
  expect(visitor.problems).toEqual([])
})

it('the login form shows a wrong code inline and accepts the correct code typed over it', async () => {
  const visitor = await visit({ route: 'pages/login/index' })
  const { page } = visitor
  const mobile = newMobile()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  expect(await page.getByRole('textbox', { name: '手机号', exact: true }).inputValue()).toBe(
    `${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`,
  )
  await page.getByRole('button', { name: '获取验证码' }).click()
  const code = await sentCode(mobile, 'login')
  const field = page.getByRole('textbox', { name: '验证码', exact: true })
  await field.fill(code === '0000' ? '1111' : '0000')
  await page.getByText('验证码不正确或已过期，请重新输入').waitFor()
  await page.keyboard.type(code)
  await page.waitForURL(/#\/pages\/index\/index$/)
})

it('the resend countdown survives a page reload and applies per phone number', async () => {
  const visitor = await visit({ route: 'pages/login/index' })
  const { page } = visitor
  const mobile = newMobile()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('button', { name: /\d+秒重新获取/ }).waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  expect(await page.getByRole('button', { name: /\d+秒重新获取/ }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(newMobile())
  await page.getByRole('button', { name: '获取验证码' }).waitFor()
})

it('offers neither WeChat login nor WeChat binding if the server has no WeChat configured', async () => {
  const visitor = await visit({ route: 'pages/setting/about' })
  const { page } = visitor
  await page.route('**/api/v1/get_config', async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    envelope.data.wechat = { mp: false, web: false }
    await route.fulfill({ response: answer, json: envelope })
  })
  for (const [route, sign] of [
    ['pages/login/index', '其他登录方式'],
    ['pages/setting/index', '登录密码'],
  ] as const) {
    const configLoaded = page.waitForResponse(/get_config/)
    await page.goto('about:blank')
    await visitor.goto(route)
    await configLoaded
    await page.getByText(sign).waitFor()
    expect(await page.getByRole('button', { name: /^微信/ }).count(), route).toBe(0)
    if (route === 'pages/login/index') await useToken(page, await register(newMobile()))
  }
})

// redirect.test.ts covers the other redirect values without a browser.
it('a login with a redirect to another site leads to the home page', async () => {
  const visitor = await visit({ route: `pages/login/index?redirect=${encodeURIComponent('//evil.example')}` })
  const { page } = visitor
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await fillCode(page, newMobile(), 'login')
  await page.waitForURL(/#\/pages\/index\/index$/)
})

it('resets a forgotten password by code and logs out other devices', async () => {
  const mobile = newMobile()
  const token = await register(mobile)
  const visitor = await visit({ route: 'pages/login/index?redirect=%2Fpages%2Fmy%2Findex', options: desktop })
  const { page } = visitor
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByText('忘记密码？').click()
  await fillCode(page, mobile, 'find')
  await page.waitForURL(/login\/set-password/)
  // After a reload the password can still be set.
  await page.reload()
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(mobile)
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByText('密码不能是你的手机号，请换一个').waitFor()
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: '完成' }).click()
  await page.waitForURL(/login\/index/)
  expect((await api(token).send('GET /v1/get_user_info', {})).code).toBe(3)

  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/#\/pages\/my\/index$/)
  expect(visitor.problems).toEqual([])
})
