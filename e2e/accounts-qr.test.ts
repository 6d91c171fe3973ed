import { expect, it } from 'vitest'
import { fillCode, newMobile, register } from './accounts'
import { api, desktop, phone, visit } from './browser'

/** Returns the login URL that the QR code encodes, from the response that created the code. */
async function codeOn(page: Awaited<ReturnType<typeof visit>>['page']): Promise<string> {
  const created = await page.waitForResponse((response) => response.url().includes('/v1/login_qr_create'))
  const { data } = await created.json()
  await page.getByRole('img', { name: '登录二维码' }).waitFor()
  return data.url.replace(/^.*#\//, '')
}

async function openLogin() {
  const computer = await visit({ options: desktop })
  const code = codeOn(computer.page)
  await computer.goto('pages/login/index?redirect=%2Fpages%2Fmy%2Findex')
  return { computer, route: await code }
}

it('after scanning the QR code, a logged-in phone shows device, location and time of the computer and confirms the login', async () => {
  const token = await register(newMobile(), '扫码的人')
  const { computer, route } = await openLogin()
  const mobile = await visit({ options: phone, token })
  await mobile.goto(route)
  for (const label of ['设备', '地点', '时间']) await mobile.page.getByText(label, { exact: true }).waitFor()
  await mobile.page.getByText('Linux 电脑 · Chrome').waitFor()
  await computer.page.getByText('请在手机上确认登录').waitFor()
  await mobile.page.getByRole('button', { name: '确认登录' }).dblclick()
  await mobile.page.getByText('已确认登录').waitFor()
  await computer.page.waitForURL(/#\/pages\/my\/index$/)
  await computer.page.getByText('扫码的人').waitFor()
  expect(await api(token).call('GET /v1/device_list', {})).toHaveLength(2)

  // The code is used up: another account sees that it has been scanned.
  const stranger = await visit({ options: phone, token: await register(newMobile()) })
  await stranger.goto(route)
  await stranger.page.getByText('这个二维码已被其他账号扫描').waitFor()
  for (const { problems } of [computer, mobile, stranger]) {
    expect(problems).toEqual([])
  }
})

it('a logged-out phone logs in first and returns to the confirmation; 取消 cancels the computer login', async () => {
  const { computer, route } = await openLogin()
  const mobile = await visit({ route, options: phone })
  const { page } = mobile
  await page.getByRole('button', { name: '去登录' }).click()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await fillCode(page, newMobile(), 'login')
  await page.waitForURL(/login\/scan\?id=/)
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByText('已取消').waitFor()
  await computer.page.getByText('手机上取消了登录').waitFor()
  await computer.page.getByRole('button', { name: '点击刷新' }).click()
  await computer.page.getByText('用已登录多享学的手机扫一扫').waitFor()
})

it('reports an unknown QR code as expired', async () => {
  const visitor = await visit({ options: phone, token: await register(newMobile()) })
  await visitor.goto('pages/login/scan?id=3d6d1c0a-6c4e-4f3e-9d8a-1b2c3d4e5f60')
  await visitor.page.getByText('二维码已失效，请在电脑上刷新后重新扫描').waitFor()
})
