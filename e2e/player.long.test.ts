import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { api, desktop, phone, visit, widths } from './browser'
import { learner, lessons, pause, playing, playsPast, press, second, soon, swipe } from './player'

it.each(widths)('another device resumes the last lesson at its last second (%s)', async (name, options) => {
  const { id, find } = await lessons()
  const lesson = find('1.2')
  const here = await learner(`看课的人${name}`, id, options)
  await here.goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
  await press(here.page)
  await playsPast(here.page, 4)
  const saved = here.page.waitForResponse((response) => response.url().includes('/v1/course_speed'))
  await pause(here.page)
  await saved
  const left = Math.floor(await second(here.page))
  expect(await axe(here.page)).toEqual([])

  const there = await visit({ options: name === 'phone' ? desktop : phone, token: here.token })
  // Without a lesson in the URL, the course opens at the last lesson.
  await there.goto(`pages/course/study?id=${id}`)
  await there.page.getByRole('heading', { name: lesson.title }).waitFor()
  await expect.poll(() => second(there.page), soon).toBeGreaterThanOrEqual(left)
  expect(await second(there.page)).toBeLessThan(left + 2)
  const { todayMinutes } = await api(here.token).call('GET /v130/study_statistics', {})
  expect(todayMinutes).toBeGreaterThanOrEqual(0)
  expect(here.problems).toEqual([])
  expect(there.problems).toEqual([])
})

const corpus = process.env.DXX_CORPUS
/** Title, folder (empty for the sample content) and a text that only the paths of low-quality segments contain. */
const streams = [
  ['of the sample content', '', '/216p/'],
  ...(corpus ? [['that others made', join(corpus, 'media/hls'), '/lo_0'] as const] : []),
] as const

it.each(streams)('a stream offers its qualities and plays the selected one: %s', async (_, folder, small) => {
  const { id, find } = await lessons()
  const visitor = await learner('看流的人', id, desktop)
  const { page } = visitor
  const pieces: string[] = []
  page.on('request', (request) => pieces.push(new URL(request.url()).pathname))
  if (folder) {
    await page.route(/\/media\/s\/.*\.(m3u8|ts)$/, (route) => {
      const name = basename(new URL(route.request().url()).pathname)
      return route.fulfill({ body: readFileSync(join(folder, name)) })
    })
  }
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('2.3').id}`)
  await press(page)
  await playsPast(page, 1)
  await page.getByRole('button', { name: /^播放设置/ }).click()
  for (const name of ['216P', '1.5x']) {
    const radio = page.getByRole('radio', { name })
    await radio.click({ force: true })
    // The radio is checked only after the video has applied the setting.
    await expect.poll(() => radio.isChecked(), soon).toBe(true)
  }
  await expect.poll(() => pieces.some((path) => path.includes(small)), soon).toBe(true)
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
  await page.keyboard.press('Escape')
  await page.getByText('播放设置', { exact: true }).waitFor({ state: 'detached' })
  await playsPast(page, 3)
  expect(visitor.problems).toEqual([])
})

/** Makes picture-in-picture requests visible in the page title, because headless browsers cannot fulfil them. */
const watchSmallWindow = () => {
  Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true, configurable: true })
  HTMLVideoElement.prototype.requestPictureInPicture = function () {
    document.title = `小窗 ${this.getAttribute('aria-label')}`
    return Promise.reject(new DOMException('no screen'))
  }
}

it('subtitles, picture-in-picture, full screen and 只听声音 work', async () => {
  const { id, find } = await lessons()
  const lesson = find('1.1')
  const visitor = await learner('什么都试的人', id, desktop)
  const { page } = visitor
  // The sample courses are tagged as silent, so that the player does not offer 只听声音 for them.
  await page.route('**/api/v1/course_info?*', async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    envelope.data.tags = []
    await route.fulfill({ response: answer, json: envelope })
  })
  await page.addInitScript(watchSmallWindow)
  await page.reload()
  await visitor.goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
  await press(page)
  const player = page.getByLabel('视频播放器')
  const spoken = player.getByText(/欢迎来到 Python|为什么从 Python 开始/)
  await spoken.waitFor()
  await page.keyboard.press('c')
  await spoken.waitFor({ state: 'detached' })
  await player.getByRole('button', { name: '显示字幕' }).click()
  await player.getByRole('button', { name: '关闭字幕' }).waitFor()

  await player.getByRole('button', { name: '小窗播放' }).click()
  await expect.poll(() => page.title(), soon).toBe(`小窗 ${lesson.title}`)
  await player.getByText('现在不能小窗播放').waitFor()

  const whole = () => page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label') ?? '')
  await page.keyboard.press('f')
  await expect.poll(whole, soon).toBe('视频播放器')
  await player.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(whole, soon).toBe('')

  await player.getByRole('button', { name: /^播放设置/ }).click()
  await player.getByRole('radio', { name: '只听声音' }).check({ force: true })
  await player.getByRole('button', { name: '看画面' }).waitFor()
  expect(await axe(page)).toEqual([])
  await player.getByRole('button', { name: '关闭播放设置' }).click()
  await playsPast(page, (await second(page)) + 1)
  await player.getByRole('button', { name: '看画面' }).click()
  await player.getByRole('button', { name: '看画面' }).waitFor({ state: 'detached' })
  expect(visitor.problems).toEqual([])
})

it.each([
  ['a file', '1.3'],
  ['a stream', '2.3'],
])('an expired media link is renewed, and playback continues at the same second: %s', async (_, start) => {
  const { id, find } = await lessons()
  const visitor = await learner('链接过期', id, phone)
  const { page } = visitor
  let refreshes = 0
  await page.route(/\/api\/v1\/view_chapter/, (route) => {
    refreshes += 1
    return route.continue()
  })
  await page.route(/\/media\/s\/.*(mp4|m3u8|ts)$/, (route) =>
    refreshes < 2 ? route.fulfill({ status: 403, body: '链接已过期，请刷新页面' }) : route.continue(),
  )
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find(start).id}&t=20`)
  await expect.poll(() => refreshes, soon).toBe(2)
  await press(page)
  await playsPast(page, 20.5)
  expect(await second(page)).toBeLessThan(30)
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('a video that fails to load shows an error, and retry loads it', async () => {
  const { id, find } = await lessons()
  const visitor = await learner('断网的人', id, phone)
  const { page } = visitor
  await page.route(/\/media\/s\/.*mp4$/, (route) => route.abort())
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.3').id}`)
  await page.getByText('视频加载失败').waitFor()
  await page.unroute(/\/media\/s\/.*mp4$/)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('视频加载失败').waitFor({ state: 'detached' })
  await press(page)
  await playsPast(page, 0.5)

  await page.route(/\/media\/s\/.*mp4$/, (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: 'this is no video' }),
  )
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('2.1').id}`)
  await page.getByText('这个视频播放不了').waitFor()
})

it('keyboard shortcuts control the player', async () => {
  const { id, find } = await lessons()
  const lesson = find('1.1')
  const desk = await learner('用键盘的人', id, desktop)
  await desk.goto(`pages/course/study?id=${id}&chapter=${lesson.id}`)
  await desk.page.locator('video').waitFor()
  await expect
    .poll(() => desk.page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
  // Space plays the video without a click on the player, and does not scroll the player away.
  await desk.page.keyboard.press(' ')
  await expect.poll(() => playing(desk.page), soon).toBe(true)
  expect(await desk.page.locator('[data-page]:not([inert]) > main').evaluate((main) => main.scrollTop)).toBe(0)
  await desk.page.keyboard.press('5')
  await playsPast(desk.page, lesson.durationSeconds / 2 - 1)
  await desk.page.keyboard.press('>')
  await desk.page.getByText('1.25 倍速').waitFor()
  await desk.page.keyboard.press('k')
  await expect.poll(() => playing(desk.page), soon).toBe(false)
  // Keys typed into a field do not control the player.
  await desk.page.getByRole('tab', { name: /^笔记/ }).click()
  await desk.page.getByLabel('记笔记').fill('k')
  await desk.page.getByLabel('记笔记').press('k')
  expect(await playing(desk.page)).toBe(false)
})

it('touch gestures seek and change brightness and volume; full screen suggests rotating the phone', async () => {
  const { id, find } = await lessons()
  const visitor = await learner('用手指的人', id, phone)
  const { page } = visitor
  await page.addInitScript(watchSmallWindow)
  await page.reload()
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}&t=20`)
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(20)
  const player = page.getByLabel('视频播放器')
  const box = (await player.boundingBox())!
  const [x, y] = [box.x + box.width * 0.85, box.y + box.height * 0.3]
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(30)

  await player.getByRole('button', { name: /^播放设置/ }).tap()
  await player.getByRole('button', { name: '小窗播放' }).tap()
  await expect.poll(() => page.title(), soon).toMatch(/^小窗/)

  await player.getByRole('button', { name: '全屏' }).tap()
  await player.getByText('横过手机，画面更大').waitFor()
  // The browser ignores taps for a moment after a swipe, so swipes come last.
  await swipe(page, [0.8, 0.3], [0.3, 0.3], () => player.getByRole('status').getByText(' / ').waitFor())
  await expect.poll(() => second(page), soon).toBeLessThan(20)
  await swipe(page, [0.8, 0.3], [0.8, 0.5], () => player.getByText(/^音量 \d\d%$/).waitFor())
  await swipe(page, [0.2, 0.3], [0.2, 0.5], () => player.getByText(/^亮度 \d\d%$/).waitFor())
  const { volume, filter } = await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => ({ volume: video.volume, filter: video.style.filter }))
  expect(volume).toBeLessThan(0.9)
  expect(filter).toMatch(/^brightness\(0\.\d+\)$/)
  // Rotates the phone. `setViewportSize` would resize the window, which not every browser allows in full screen.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 844,
    height: 390,
    deviceScaleFactor: 1,
    mobile: true,
    screenOrientation: { type: 'landscapePrimary', angle: 90 },
  })
  await player.getByText('横过手机，画面更大').waitFor({ state: 'detached' })
  expect(visitor.problems).toEqual([])
})

it('asks before playing on mobile data, and requests no media before consent', async () => {
  const { id, find } = await lessons()
  const visitor = await learner('用流量的人', id, phone)
  const { page, context } = visitor
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } })
  })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\.(mp4|m3u8|ts)$/.test(new URL(request.url()).pathname)) fetched.push(request.url())
  })
  await page.reload()
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}`)
  await page.getByText(/正在使用移动数据/).waitFor()
  expect(fetched).toEqual([])
  await page.getByRole('button', { name: '继续播放' }).click()
  await playsPast(page, 0.5)
  expect(await axe(page)).toEqual([])
})

it('notes store their second and seek to it', async () => {
  const { id, find } = await lessons()
  const visitor = await learner('记笔记的人', id, phone)
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}&t=15&tab=notes`)
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(15)
  await page.getByLabel('记笔记').fill('这里要复习')
  await page.getByRole('button', { name: '保存', exact: true }).dblclick()
  const note = page.getByRole('article').filter({ hasText: '这里要复习' })
  await note.waitFor()
  expect(await note.count()).toBe(1)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 40
  })
  await note.getByRole('button', { name: /跳到/ }).click()
  await expect.poll(() => second(page), soon).toBeLessThan(25)
  expect(await second(page)).toBeGreaterThanOrEqual(15)
  await note.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('修改笔记').fill('这里要再复习一遍')
  await page.getByRole('article').getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('这里要再复习一遍').waitFor()
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('这里要再复习一遍').waitFor({ state: 'detached' })
  expect(visitor.problems).toEqual([])
})

it('one tap plays the next lesson; a locked lesson leads to the course page', async () => {
  const { id, find } = await lessons('数据库实战')
  const visitor = await visit({ as: '13800000003' })
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}`)
  await page.getByRole('button', { name: /^下一讲/ }).click()
  await page.getByRole('heading', { name: /^1.2/ }).waitFor()
  await playsPast(page, 0.3)
  await page.getByRole('link', { name: /^1.3/ }).click()
  await page.getByRole('dialog').getByText('购买课程后就能看这一讲').waitFor()
  await page.getByRole('button', { name: '去购买' }).click()
  await expect.poll(() => visitor.route(), soon).toContain('pages/course/details')
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.3').id}`)
  await page.getByText('这一讲购买后才能看').waitFor()
})

it('study time watched offline is sent when the network returns', async () => {
  const { id, find } = await lessons()
  const visitor = await learner('地铁里的人', id, phone)
  const { page } = visitor
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find('1.3').id}`)
  await press(page)
  await playsPast(page, 1)
  await page.route('**/api/**', (route) => route.abort())
  await playsPast(page, 4)
  await pause(page)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('dxx-beats:'))))
    .toBe(true)
  const left = Math.floor(await second(page))
  await page.unroute('**/api/**')
  const arrived = page.waitForResponse((response) => response.url().includes('/v1/course_speed'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await arrived
  await expect
    .poll(async () => (await api(visitor.token).call('GET /v1/view_chapter', { id: find('1.3').id })).progress?.seconds)
    .toBeGreaterThanOrEqual(left)
})
