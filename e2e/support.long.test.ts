import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mp4Of } from '../server/src/testing/mp4'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { phone, visit } from './browser'
import { ops } from './ops'

/** A one-pixel image. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function newcomer(route: string) {
  const mobile = newMobile()
  const token = await register(mobile)
  const visitor = await visit({ options: { ...phone, reducedMotion: 'reduce' }, token })
  await visitor.goto(route)
  return { mobile, ...visitor }
}

it('an unread message is counted on every badge, opens its page and becomes read', { timeout: 120_000 }, async () => {
  const { mobile, page, goto, route, problems } = await newcomer('pages/my/index')
  await ops('message', 'send', mobile, '学习', '该复习了', '错题本里有题等着你', 'pages/bank/wrong')
  await ops('message', 'send', mobile, '系统', '没有页面的消息', '只是说一声')
  await page.reload()
  await page.getByRole('link', { name: /消息中心.*2/ }).waitFor()
  await goto('pages/message/index')
  await page.getByText('2 条未读', { exact: true }).waitFor()
  await page.getByRole('link', { name: /学习提醒/ }).click()
  await page.getByRole('link', { name: /未读：\s*该复习了/ }).click()
  await page.waitForURL(/pages\/bank\/wrong/)
  await page.goBack()
  await page.getByRole('link', { name: /^\s*该复习了/ }).waitFor()
  await page.goBack()
  await page.getByText('1 条未读', { exact: true }).waitFor()
  await page.getByRole('button', { name: '全部已读' }).click()
  await page.getByText('0 条未读', { exact: true }).waitFor()
  expect(route()).toBe('pages/message/index')
  expect(problems).toEqual([])
})

it('help is searchable; customer service stores the conversation with images and replies', {
  timeout: 120_000,
}, async () => {
  const { mobile, page, goto, problems } = await newcomer('pages/help/index')
  await page.getByRole('searchbox').fill('退款')
  await page.getByRole('link', { name: /怎样申请退款/ }).click()
  await page.getByRole('heading', { name: '怎样申请退款' }).waitFor()
  await page.getByRole('link', { name: '联系客服' }).last().click()
  await page.getByLabel('给客服留言').fill('课程打不开')
  await page.reload()
  expect(await page.getByLabel('给客服留言').inputValue()).toBe('课程打不开')
  await page.getByRole('button', { name: '添加图片' }).click()
  await page.getByLabel('选择图片').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: '移除第 1 张图片' }).waitFor()
  await page.getByRole('button', { name: '发送' }).dblclick()
  await page.getByRole('log').getByText('课程打不开').waitFor()
  expect(await page.getByRole('log').getByText('课程打不开').count()).toBe(1)
  await ops('cs', 'answer', mobile, '已经修好，请再试试')
  await goto('pages/message/index')
  await page.getByRole('link', { name: /客服消息.*已经修好.*1/ }).click()
  await page.getByRole('log').getByText('已经修好，请再试试').waitFor()
  await goto('pages/message/index')
  await page.getByText('0 条未读', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

it('a feedback draft survives a reload, is sent once, and shows its reply', async () => {
  const { mobile, page, problems } = await newcomer('pages/help/feedback')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('请先选择反馈类型').waitFor()
  await page.getByLabel('功能异常').check({ force: true })
  await page.getByLabel('问题或建议').fill('视频播放到一半就停了')
  await page.reload()
  expect(await page.getByLabel('问题或建议').inputValue()).toBe('视频播放到一半就停了')
  await page.getByRole('button', { name: '提交' }).dblclick()
  await page.getByText('待处理').waitFor()
  const list = await ops('feedback', 'list')
  const rowIndex = list.split('\n').findIndex((line) => line.includes(mobile) || line.includes('视频播放到一半就停了'))
  const id = /[0-9a-f-]{36}/.exec(list.split('\n')[rowIndex - 1]!)![0]
  await ops('feedback', 'answer', id, '已修好')
  await page.reload()
  await page.getByText('已修好').waitFor()
  expect(await page.getByText('视频播放到一半就停了').count()).toBe(1)
  expect(problems).toEqual([])
})

/** A lesson of 55 s, used as the user's screen recording. */
const recording = fileURLToPath(new URL('../content/courses/python/videos/first-line.mp4', import.meta.url))

it('feedback and customer service accept a video of at most 60 s; a longer one is rejected with a hint', {
  timeout: 120_000,
}, async () => {
  const { mobile, page, goto, problems } = await newcomer('pages/help/feedback')
  await page.getByLabel('功能异常').check({ force: true })
  await page.getByLabel('问题或建议').fill('播放时的问题，录屏在下面')
  // The browser cannot read the duration of this file, so that the server must reject it.
  const long = { name: 'long.mp4', mimeType: 'video/mp4', buffer: mp4Of(75) }
  await page.getByLabel('选择视频').setInputFiles(long)
  await page.getByText('视频不能超过 60 秒，请剪短后再上传').waitFor()
  await page.getByLabel('选择视频').setInputFiles(recording)
  await page.getByRole('button', { name: '移除视频' }).waitFor()
  await page.locator('video[aria-label="要发送的视频"]').waitFor()
  await page.reload()
  await page.locator('video[aria-label="要发送的视频"]').waitFor()
  await page.getByText('/52').waitFor()
  await page.getByRole('button', { name: '提交' }).click()
  const attachedVideo = page.locator('video[aria-label="附带的视频"]')
  await attachedVideo.waitFor()
  // The video is playable.
  await expect.poll(() => attachedVideo.evaluate((video: HTMLVideoElement) => Math.round(video.duration))).toBe(55)

  await goto('pages/help/cs')
  await page.getByRole('button', { name: '添加图片或视频' }).click()
  await page.getByLabel('选择视频').setInputFiles(recording)
  await page.locator('video[aria-label="要发送的视频"]').waitFor()
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByRole('log').locator('video').waitFor()
  expect(await ops('cs', 'show', mobile)).toMatch(/视频：http\S+\.mp4/)
  expect(await axe(page)).toEqual([])
  expect(problems).toEqual([])
})

it('an external URL is framed, needs a confirmation or is rejected; locations can be searched and opened', async () => {
  const { page, goto, context } = await newcomer('pages/webview/index?url=https%3A%2F%2Fexample.org%2Fa')
  await page.getByText('即将离开多享学').waitFor()
  expect(await page.getByRole('link', { name: '继续访问' }).getAttribute('rel')).toContain('noopener')
  await goto('pages/webview/index?url=javascript%3Aalert(1)')
  await page.getByText('这个网址打不开').waitFor()
  // A whitelisted site is shown in a frame without referrer.
  await context.route('https://framed.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<h1>外面的网站</h1><p id="from"></p><script>document.querySelector("#from").textContent = "from:" + document.referrer</script>',
    }),
  )
  await goto('pages/webview/index?url=https%3A%2F%2Fframed.example%2Fa&title=%E5%90%88%E4%BD%9C%E7%BD%91%E7%AB%99')
  const framed = page.frameLocator('iframe[title="合作网站"]')
  await framed.getByRole('heading', { name: '外面的网站' }).waitFor()
  expect(await framed.locator('#from').innerText()).toBe('from:')
  await page.getByRole('link', { name: '在浏览器打开' }).waitFor()
  expect(await axe(page)).toEqual([])
  await goto('choose-location')
  expect(await page.getByRole('button', { name: '确定' }).isDisabled()).toBe(true)
  await page.getByRole('searchbox').fill('洪山')
  await page.getByRole('button', { name: '湖北省 武汉市 洪山区' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await goto('pages/my/edit-info')
  await page.getByText('湖北省 武汉市 洪山区').waitFor()
  await goto('open-location?name=%E6%B1%9F%E5%9F%8E&address=%E8%B7%AF&latitude=30.5&longitude=114.3')
  await page.getByRole('link', { name: '去这里' }).waitFor()
  await goto('open-location')
  await page.getByRole('link', { name: '联系客服' }).waitFor()
})
