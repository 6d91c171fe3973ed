import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aMinuteLater, goodPassword, newMobile, register, sentCode, sliderSheet, solveByKeys } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { tooSmall } from './touch'

/** Registers an account with a password and no failed logins yet. */
async function withPassword(): Promise<string> {
  const mobile = newMobile()
  await api(await register(mobile)).call('POST /v1/user_edit_password', { password: goodPassword })
  return mobile
}

async function typePassword(page: Page, password: string) {
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Enters three wrong passwords, then the correct one; after three failures the server requires the slider check. */
async function bringSlider(options: BrowserContextOptions, mobile: string) {
  const visitor = await visit({ route: 'pages/login/index', options })
  const { page } = visitor
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  for (let i = 0; i < 3; i++) {
    const answered = page.waitForResponse(/login_password/)
    await typePassword(page, `wrong-${i}`)
    await answered
    await page.getByText('手机号或密码不正确，请重新输入').waitFor()
  }
  await typePassword(page, goodPassword)
  await sliderSheet(page).getByRole('slider').waitFor()
  return visitor
}

/** Returns page coordinates of the 44 px wide handle: at the start, on the target, and off the target by 15. */
async function handleAt(page: Page) {
  const slider = sliderSheet(page).getByRole('slider')
  const target = Number(/目标 (\d+)/.exec((await slider.getAttribute('aria-valuetext'))!)![1])
  // Wait for the sheet animation.
  await page.waitForTimeout(400)
  const { x, y, width, height } = (await slider.boundingBox())!
  const place = (value: number) => ({ x: x + 22 + ((width - 44) * value) / 100, y: y + height / 2 })
  return { from: place(0), to: place(target), off: place(Math.max(0, target - 15)) }
}

async function dragByTouch(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await send('touchStart', from)
  for (let i = 1; i <= 8; i++) await send('touchMove', { x: from.x + ((to.x - from.x) * i) / 8, y: to.y })
  await send('touchEnd')
}

it.each([
  ['light', phone],
  ['dark', phone],
  ['light', desktop],
  ['dark', desktop],
] as const)('the slider passes axe and does not overflow, %s at %o', async (colorScheme, size) => {
  const visitor = await bringSlider({ ...size, colorScheme }, await withPassword())
  const { page } = visitor
  await page.waitForTimeout(400)
  expect(await axe(page)).toEqual([])
  if (size === phone) expect(await tooSmall(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  if (process.env.DXX_SHOTS)
    await page.screenshot({ path: `${process.env.DXX_SHOTS}/slider-${colorScheme}-${size.viewport.width}.png` })
})

it('after three wrong passwords the slider rejects a touch drag that misses, and an exact one logs in', async () => {
  const visitor = await bringSlider(phone, await withPassword())
  const { page } = visitor
  const { from, to, off } = await handleAt(page)
  await dragByTouch(page, from, off)
  await sliderSheet(page).getByText('滑块没有对准，请再试一次').waitFor()
  await dragByTouch(page, off, to)
  await page.waitForURL(/#\/pages\/index\/index$/)
  expect(visitor.problems).toEqual([])
})

it('the slider is dragged by mouse on a desktop; Escape closes it and keeps the form', async () => {
  const visitor = await bringSlider(desktop, await withPassword())
  const { page } = visitor
  await page.keyboard.press('Escape')
  await sliderSheet(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: '密码', exact: true }).inputValue()).toBe(goodPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sliderSheet(page).getByRole('slider').waitFor()
  const { from, to } = await handleAt(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 10 })
  await page.mouse.up()
  await page.waitForURL(/#\/pages\/index\/index$/)
  expect(visitor.problems).toEqual([])
})

it('password reset: a second code for the same number requires the slider, which is solved by keyboard', async () => {
  const mobile = await withPassword()
  const visitor = await visit({ route: 'pages/login/forget', options: desktop })
  const { page } = visitor
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).press('Enter')
  await page.getByText(/验证码已发送至/).waitFor()
  const first = await sentCode(mobile, 'find')
  await aMinuteLater(mobile, page)
  await page.reload()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).press('Enter')
  const slider = sliderSheet(page).getByRole('slider')
  await slider.waitFor()
  await expect.poll(() => slider.evaluate((element) => element === document.activeElement)).toBe(true)
  await solveByKeys(page)
  await page.getByText(/验证码已发送至/).waitFor()
  const field = page.getByRole('textbox', { name: '验证码', exact: true })
  const second = await sentCode(mobile, 'find')
  if (second !== first) {
    await field.fill(first)
    await page.getByText('验证码不正确或已过期，请重新输入').waitFor()
  }
  await field.fill(second)
  await page.waitForURL(/login\/set-password/)
  expect(visitor.problems).toEqual([])
})

it('changing the mobile number requires the slider if a code was sent before, then shows the new number', async () => {
  const [old, next] = [newMobile(), newMobile()]
  const token = await register(old)
  const visitor = await visit({ route: 'pages/setting/index', options: phone, token })
  const { page } = visitor
  await page.getByRole('link', { name: /手机号 139/ }).tap()
  const ask = async () => {
    await page.getByRole('button', { name: '获取验证码' }).tap()
    await sliderSheet(page)
      .or(page.getByText(/验证码已发送至/))
      .first()
      .waitFor()
  }
  await ask()
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await sentCode(old, 'change'))
  await page.getByText('第 2 步').waitFor()
  const number = page.getByRole('textbox', { name: '新手机号', exact: true })
  await number.fill(next)
  await ask()
  await sentCode(next, 'change')
  // The first code is not entered; a minute later the page requests another one from the same step.
  await aMinuteLater(next, page)
  await number.fill('')
  await number.fill(next)
  await number.fill(next)
  expect((await number.inputValue()).replaceAll(' ', '')).toBe(next)
  await page.getByRole('button', { name: '获取验证码' }).tap()
  await sliderSheet(page).getByRole('slider').waitFor()
  const { from, to } = await handleAt(page)
  // The hint of the first code is still shown: only the response proves that the second code was sent.
  const sent = page.waitForResponse((response) => response.url().includes('/v1/send_code'))
  await dragByTouch(page, from, to)
  expect(await (await sent).json()).toMatchObject({ code: 1 })
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await sentCode(next, 'change'))
  await page.getByText('手机号已更换为').first().waitFor()
  await page.waitForURL(/#\/pages\/setting\/index$/)
  expect((await api(token).call('GET /v1/get_user_info', {})).mobile).toBe(next)
  expect(visitor.problems).toEqual([])
})
