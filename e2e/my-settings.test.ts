import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { tooSmall } from './touch'

const patient = { timeout: 45_000 }

it('notifications, the reminder time and the cache are changed in the settings by touch', async () => {
  const token = await register(newMobile(), '管通知的人')
  const visitor = await visit({ route: 'pages/setting/index', options: phone, token })
  const { page } = visitor
  await page.getByRole('switch', { name: '点赞和回复的通知' }).tap(patient)
  await page.getByRole('switch', { name: '学习提醒' }).tap()
  await page.getByRole('button', { name: /提醒时间\s*每天 20:00/ }).waitFor()
  const stored = () => api(token).call('GET /v1/notify_settings', {})
  await expect.poll(stored).toEqual({ social: false, remindMinute: 1200 })
  await page.reload()
  await expect.poll(() => page.getByRole('switch', { name: '学习提醒' }).isChecked(), patient).toBe(true)
  expect(await axe(page)).toEqual([])
  expect(await tooSmall(page)).toEqual([])

  await page.getByRole('button', { name: /清理缓存/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '清理', exact: true }).tap()
  await page.getByText('已清理').first().waitFor()
  await page.getByRole('button', { name: /清理缓存\s*0 B/ }).waitFor()
  expect(visitor.problems).toEqual([])
})

it('a focused field and the submit button stay above an on-screen keyboard', async () => {
  const visitor = await visit({ route: 'pages/login/index', options: phone })
  const { page } = visitor
  const code = page.getByRole('textbox', { name: /验证码/ })
  await code.tap(patient)
  // A browser with interactive-widget=resizes-content makes the window smaller, as here.
  await page.setViewportSize({ width: 390, height: 844 - 336 })
  await expect.poll(async () => bottomOf(await code.boundingBox())).toBeLessThanOrEqual(508)
  // The button stays above the keyboard as well, also on the way from one field to the next and in a low window.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: '密码登录' }).tap()
  await page.getByRole('textbox', { name: /手机号/ }).tap()
  await page.setViewportSize({ width: 390, height: 430 })
  await page.getByRole('textbox', { name: '密码' }).tap()
  const login = page.getByRole('button', { name: '登录', exact: true })
  await expect.poll(async () => bottomOf(await login.boundingBox())).toBeLessThanOrEqual(430)
  expect(bottomOf(await page.getByRole('textbox', { name: '密码' }).boundingBox())).toBeGreaterThan(60)
  // Other browsers keep the window and shrink the visual viewport only; the frame then ends above the keyboard.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => {
      // Sets the size again each time, because a late resize event of the window removes it.
      await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '336px'))
      return bottomOf(await page.locator('#root > .fixed').first().boundingBox())
    })
    .toBe(508)
})

it('the buttons of a programming question stand above the bar of symbols, and the line being edited is in view', {
  timeout: 180_000,
}, async () => {
  const book = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('在手机上写代码的人', book.id)
  const tests = await api(token).call('GET /v1/textbooks_test_list', { id: book.id })
  const papers = await Promise.all(
    tests.map(async ({ id }) => ({ id, ...(await api(token).call('GET /v1/textbooks_get_test', { id })) })),
  )
  const paper = papers.find(({ questions }) => questions.some(({ type }) => type === 'code'))!
  const number = paper.questions.findIndex(({ type }) => type === 'code') + 1
  const visitor = await visit({ route: `pages/exam/answer?chapter=${paper.id}`, options: phone, token })
  const { page } = visitor
  await page.getByRole('button', { name: '答题卡' }).tap(patient)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^第 ${number} 题`) })
    .tap()
  await page.getByRole('button', { name: '编辑代码' }).or(page.locator('.cm-content')).first().tap(patient)
  const symbols = page.getByRole('toolbar', { name: '代码符号' })
  await symbols.waitFor(patient)
  await page.setViewportSize({ width: 390, height: 470 })
  const next = page
    .getByRole('button', { name: '下一题' })
    .or(page.locator('footer').getByRole('button', { name: '交卷' }))
  await expect
    .poll(async () => bottomOf(await next.first().boundingBox()))
    .toBeLessThanOrEqual((await symbols.boundingBox())!.y)
  const line = page.locator('.cm-activeLine')
  await expect
    .poll(async () => bottomOf(await line.boundingBox()))
    .toBeLessThanOrEqual((await page.locator('footer').boundingBox())!.y)
})

it('inside WeChat, no page repeats the title bar of WeChat, and its own buttons stay', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.40'
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { page, goto } = await visit({ options: { ...phone, userAgent }, as: '13800000001', route: 'pages/ai/index' })
  await page.getByRole('button', { name: '对话记录' }).tap(patient)
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('button', { name: '返回' }).count()).toBe(0)
  await goto('pages/setting/about')
  const title = page.getByRole('heading', { level: 1, name: '关于我们' })
  await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThanOrEqual(1)
  await goto(`pages/digital-textbooks/details?id=${id}`)
  await page.getByRole('tab', { name: '目录' }).waitFor()
  expect(await page.getByRole('button', { name: '返回' }).count()).toBe(0)
})

it('inside WeChat without WeChat login, no section has a heading without entries', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.40'
  const { page, goto } = await visit({ options: { ...phone, userAgent } })
  await page.route('**/api/v1/get_config*', async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    envelope.data.wechat = { mp: false, web: false }
    await route.fulfill({ response: answer, json: envelope })
  })
  await goto('pages/login/index')
  const configured = page.waitForResponse(/get_config/)
  await page.reload()
  await (await configured).finished()
  await page.getByRole('textbox', { name: /手机号/ }).waitFor(patient)
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('其他登录方式').filter({ visible: true }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.POSITIVE_INFINITY)
