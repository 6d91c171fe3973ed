import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { startOpenAiSimulator } from '../server/src/testing/simulators/openai'
import { useToken } from './accounts'
import { api, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { startSilentProxy } from './silent-proxy'

const picture = fileURLToPath(new URL('../content/courses/python/videos/testing.webp', import.meta.url))

let proxy: Awaited<ReturnType<typeof startSilentProxy>>
let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>
beforeAll(async () => {
  proxy = await startSilentProxy()
  simulator = await startOpenAiSimulator({ port: inject('aiPort') })
})
afterAll(async () => {
  await simulator?.close()
  await proxy?.close()
})
beforeEach(() => {
  proxy.silent = null
  proxy.unanswered = 0
})

/** Opens a route through the proxy with a mocked clock. */
async function open(route: string, token: string) {
  const visitor = await visit()
  const { page } = visitor
  await page.clock.install()
  await page.goto(`${proxy.base}/`)
  await useToken(page, token)
  await page.goto(`${proxy.base}/#/${route}`)
  return visitor
}

/** Waits for a request that gets no response, then advances the clock until the page gives up and shows `outcome`. */
async function passMinute(page: Page, outcome: Locator) {
  await expect.poll(() => proxy.unanswered).toBeGreaterThan(0)
  // Advances more than once, because a pending browser event restarts the 60 s.
  for (let minutes = 0; minutes < 5 && !(await outcome.isVisible()); minutes += 1) {
    await page.clock.fastForward(60_500)
    await outcome.waitFor({ timeout: 3000 }).catch(() => {})
  }
  await outcome.waitFor()
}

const reader = async () =>
  (await api().call('POST /v1/login_password', { mobile: '13800000001', password: 'Study2026' })).token

it('an upload without a response fails after 60 s, and a tap retries it', async () => {
  const { page } = await open('pages/help/feedback', await reader())
  proxy.silent = /^PUT /
  await page.locator('input[type=file]').first().setInputFiles(picture)
  const again = page.getByRole('button', { name: '重新上传' })
  await passMinute(page, again)
  await page.getByText('请求超时').first().waitFor()
  proxy.silent = null
  await again.tap()
  await page.getByRole('button', { name: '移除第 1 张图片' }).waitFor()
  expect(await again.count()).toBe(0)
})

it('a failed avatar upload is retried by a tap', async () => {
  const { page } = await open('pages/my/edit-info', await reader())
  proxy.silent = /^PUT /
  await page.getByLabel('更换头像').setInputFiles(picture)
  await passMinute(page, page.getByRole('button', { name: '重新上传' }))
  proxy.silent = null
  await page.getByRole('button', { name: '重新上传' }).tap()
  await page.getByRole('status').filter({ hasText: '头像已更新' }).waitFor()
})

it('a file whose data does not arrive fails after 60 s in preview and download, and a retry opens it', async () => {
  const { page, context } = await open('pages/index/index', await reader())
  const address = encodeURIComponent('/media/p/silent.txt')
  proxy.silent = /\/media\/p\/silent/
  await page.goto(`${proxy.base}/#/pages/filePreview/index?url=${address}&name=silent.txt`)
  await page.getByText('正在打开文件').waitFor()
  await passMinute(page, page.getByText('60 秒没有收到数据'))

  proxy.unanswered = 0
  await page.getByRole('link', { name: '下载' }).tap()
  await passMinute(page, page.getByRole('link', { name: '重试下载' }))

  proxy.silent = null
  await context.route('**/media/p/silent.txt*', (route) =>
    route.fulfill({ body: '终于到了', contentType: 'text/plain' }),
  )
  await page.getByRole('button', { name: '重新加载' }).tap()
  await page.getByText('终于到了').waitFor()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: '重试下载' }).tap()
  expect((await downloaded).suggestedFilename()).toBe('silent.txt')
})

it.each(['silent.png', 'silent.mp3', 'silent.mp4'])('%s offers a retry if it sends no data for 60 s', async (name) => {
  const { page } = await open('pages/index/index', await reader())
  proxy.silent = /\/media\/p\/silent/
  await page.goto(`${proxy.base}/#/pages/filePreview/index?url=${encodeURIComponent(`/media/p/${name}`)}&name=${name}`)
  await passMinute(page, page.getByText(/60 秒没有收到数据|视频加载失败/))
  await page.getByRole('button', { name: /^(重新加载|重试)$/ }).waitFor()
})

it('a stalled offline download shows an error, and a tap resumes it', { timeout: 120_000 }, async () => {
  const { id } = await curriculum('course', 'Python 程序设计')
  const token = await registerOwner('离线等一分钟', id)
  const rows = await api(token).call('GET /v1/course_chapter', { id })
  const lesson = rows.find(({ kind }) => kind === 'video')!
  const { page } = await open(`pages/course/study?id=${id}&chapter=${lesson.id}`, token)
  await page.getByRole('button', { name: '离线保存' }).waitFor()
  proxy.silent = /\/media\//
  proxy.unanswered = 0
  await page.getByRole('button', { name: '离线保存' }).tap()
  await passMinute(page, page.getByRole('button', { name: '继续保存' }))
  await page.goto(`${proxy.base}/#/pages/study/offline`)
  await page.getByText('60 秒没有收到数据').waitFor()
  proxy.silent = null
  await page.getByRole('button', { name: `重试保存 ${lesson.title}` }).tap()
  await page.getByText('已保存').waitFor({ timeout: 60_000 })
})

it('an AI answer fails if no data arrives within 60 s, and can be requested again', { timeout: 120_000 }, async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { page } = await open('pages/ai/index', await registerOwner('等回答的人', id))
  proxy.silent = /ai_ask/
  await page.getByLabel('问 AI 助学').fill('栈和队列的区别是什么？')
  await page.getByRole('button', { name: '发送' }).tap()
  await passMinute(page, page.getByText('请求超时'))
  proxy.silent = null
  await page.getByRole('button', { name: '重试' }).tap()
  await page.getByText('先给你一个提示').waitFor()
})
