import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fillCode, newMobile, register } from './accounts'
import { inWechat, startWechat } from './accounts-wechat-steps'
import { api, phone, type Visitor, visit } from './browser'
import { curriculum } from './catalogue'
import { ready } from './reader'
import { chapterOf, open, prepareReader, read, token as reader, textbook } from './reader-phone-steps'

const patient = { timeout: 45_000 }
prepareReader()

/** Logs in by code on the login page, which must give this reason, with a new account. */
async function logInBecause(page: Page, reason: string): Promise<string> {
  await page.getByText(reason, { exact: true }).waitFor(patient)
  await fillCode(page, newMobile(), 'login')
  await page.getByRole('dialog', { name: '请先阅读并同意' }).getByRole('button', { name: '同意并登录' }).tap()
  await page.waitForURL((url) => !url.hash.includes('login/'), patient)
  return page.evaluate(() => localStorage.getItem('dxx-app-token')!)
}

it('a favourite that a guest taps is added after the login, on the same page', async () => {
  const { id, title } = await curriculum('course', 'Python 程序设计')
  const { page, route, problems } = await visit({ options: phone, route: `pages/course/details?id=${id}` })
  await page.getByRole('button', { name: '收藏' }).tap(patient)
  const token = await logInBecause(page, `登录后收藏《${title}》`)
  await page.getByText(`已收藏《${title}》`).first().waitFor()
  expect(route()).toContain('pages/course/details')
  await expect.poll(() => page.getByRole('button', { name: '已收藏' }).getAttribute('aria-pressed')).toBe('true')
  expect((await api(token).call('GET /v1/user_collection_list', {})).list.map((item) => item.title)).toContain(title)
  expect(problems).toEqual([])
})

it('a free lesson that a guest taps opens after the login', async () => {
  const { id, title } = await curriculum('course', 'Python 程序设计')
  const { page, route } = await visit({ options: phone, route: `pages/course/details?id=${id}&tab=chapters` })
  const lesson = page.getByRole('link', { name: /可试看|试看/ }).first()
  await lesson.tap(patient)
  await logInBecause(page, `登录后看课《${title}》`)
  await expect.poll(route).toMatch(/^pages\/course\/study\?.*chapter=/)
  await page.getByLabel('视频播放器').waitFor(patient)
})

startWechat()

it('inside WeChat the login by WeChat comes first, and 扫码登录 is left out', async () => {
  const { page } = await visit({ options: inWechat, route: 'pages/login/index' })
  const first = page.getByRole('button', { name: '微信登录' })
  await first.waitFor(patient)
  expect((await first.boundingBox())!.width).toBeGreaterThan(280)
  expect(await page.getByText('扫码登录').count()).toBe(0)
  await page.getByRole('button', { name: '用手机号登录' }).tap()
  await page.getByRole('textbox', { name: /手机号/ }).waitFor()
  expect(await page.getByText('扫码登录').count()).toBe(0)
})

it('a paragraph with discussions shows their number at its edge, which opens them', async () => {
  const chapter = await chapterOf('栈：后进先出')
  const { page } = await open(read(textbook, chapter))
  const pid = await page.locator('.reader-text [data-p]').nth(2).getAttribute('data-p')
  const text = '这一段为什么这样说？'
  await api(reader).call('POST /v131/push_discuss', { curriculumId: textbook, chapterId: chapter, pid: pid!, text })
  await page.reload()
  await ready(page)
  const count = page.locator(`[data-p="${pid}"]`).getByRole('button', { name: '1 条讨论' })
  await count.tap()
  await page.getByRole('dialog').getByText('这一段为什么这样说？').waitFor()
})

it('a search ends with the focus out of the field, so that no keyboard covers the results', async () => {
  const { page } = await visit({ options: phone, route: 'pages/search/index' })
  const field = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
  await field.tap(patient)
  await field.pressSequentially('二分 查找')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: '全部' }).waitFor(patient)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
})

/** Records vibrations, which a headless browser does not perform. */
const recordVibrations = (visitor: Visitor) =>
  visitor.page.evaluate(() => {
    const all: unknown[] = []
    Object.assign(globalThis, { vibrations: all })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => all.push(pattern), configurable: true })
  })

it('a tap on the heart vibrates', async () => {
  const { id } = await curriculum('ebook', '怎样自学一门课')
  const visitor = await visit({
    options: phone,
    token: await register(newMobile(), '点心的人'),
    route: `pages/books/details?id=${id}`,
  })
  const heart = visitor.page.getByRole('button', { name: '收藏' })
  await heart.waitFor(patient)
  await recordVibrations(visitor)
  await heart.tap()
  await visitor.page.getByRole('button', { name: '已收藏' }).waitFor()
  expect(
    await visitor.page.evaluate(() => (globalThis as unknown as { vibrations: unknown[] }).vibrations.length),
  ).toBe(1)
})

it('学生认证 of a verified student leads to the exams', async () => {
  const { page, route } = await visit({ options: phone, as: '13800000001', route: 'pages/my/auth' })
  await page.getByRole('link', { name: '去看考试' }).tap(patient)
  await expect.poll(route).toBe('pages/exam/index')
})
