import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { phone } from './browser'
import { useTouch } from './finger'
import { open, player } from './lesson-steps'
import { learner, lessons, playing, playsPast, press, rate, second, soon, video } from './player'
import { tooSmall } from './touch'

/** Seeks to `left` seconds before the end and plays. */
const playToEnd = (page: Page, left = 1) =>
  video(page).evaluate((video: HTMLVideoElement, before) => {
    video.currentTime = video.duration - before
    void video.play()
  }, left)

it('one tap changes the speed and one the subtitles; the next lesson has the same speed', async () => {
  const { page, goto, id, find, problems } = await open('换倍速的人', '1.1')
  await player(page)
    .getByRole('button', { name: /^倍速 1x/ })
    .tap()
  await player(page)
    .getByRole('button', { name: /^倍速 1.25x/ })
    .tap()
  await expect.poll(() => rate(page), soon).toBe(1.5)
  await player(page).getByRole('button', { name: '关闭字幕' }).tap()
  await player(page).getByRole('button', { name: '显示字幕' }).tap()
  expect(await tooSmall(page)).toEqual([])
  await goto(`pages/course/study?id=${id}&chapter=${find('1.2').id}`)
  await page.getByRole('heading', { name: /^1.2/ }).waitFor()
  await expect.poll(() => rate(page), soon).toBe(1.5)
  expect(problems).toEqual([])
})

it('the settings are a sheet that fits the screen, and subtitles stay above the scrubber', async () => {
  const { page, problems } = await open('看设置的人', '2.3')
  await press(page)
  await playsPast(page, 0.5)
  await video(page).evaluate((video: HTMLVideoElement) => video.pause())
  await player(page).getByRole('button', { name: '播放设置' }).tap()
  const sheet = page.getByRole('dialog', { name: '播放设置' })
  // A silent video offers no 只听声音.
  expect(await sheet.getByText('只听声音').count()).toBe(0)
  for (const name of ['2x', '216P', '关闭', '接着放下一讲']) {
    const box = (await sheet.getByText(name, { exact: true }).boundingBox())!
    expect(box.y + box.height, name).toBeLessThanOrEqual(844)
    expect(box.x + box.width, name).toBeLessThanOrEqual(390)
  }
  expect(await axe(page)).toEqual([])
  await sheet.getByText('停下', { exact: true }).tap()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await press(page)
  const subtitle = player(page).locator('p.whitespace-pre-line')
  await subtitle.waitFor()
  const [text, slider] = [await subtitle.boundingBox(), await page.getByLabel('播放进度').boundingBox()]
  expect(text!.y + text!.height).toBeLessThanOrEqual(slider!.y + slider!.height / 2)
  // The chosen 停下 applies at the end of the lesson.
  await playToEnd(page)
  await player(page).getByRole('button', { name: '再看一遍' }).waitFor()
  expect(await player(page).locator('[data-countdown]').count()).toBe(0)
  expect(problems).toEqual([])
})

it('at the end a countdown that can be stopped leads to the next lesson', async () => {
  const { page, problems } = await open('接着看的人', '1.1')
  await playToEnd(page)
  await player(page)
    .getByText(/秒后播放/)
    .waitFor()
  await player(page).getByRole('button', { name: '先停一下' }).tap()
  await player(page).getByRole('button', { name: '再看一遍' }).tap()
  await playsPast(page, 0.3)
  await page.getByRole('heading', { name: /^1.1/ }).waitFor()
  await playToEnd(page)
  await player(page)
    .getByText(/秒后播放/)
    .waitFor()
  await page.getByRole('heading', { name: /^1.2/ }).waitFor(soon)
  await playsPast(page, 0.3)
  expect(problems).toEqual([])
})

it('a phone held sideways shows the whole video with the lessons beside it', async () => {
  const { id, find } = await lessons()
  const sideways = { ...phone, viewport: { width: 844, height: 390 } }
  const { page, goto, problems } = await learner('横着看的人', id, sideways)
  await goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}`)
  const contents = page.getByRole('complementary', { name: '课程目录' })
  await contents.getByRole('link', { name: /^1.2/ }).waitFor()
  const [picture, list] = [(await player(page).boundingBox())!, (await contents.boundingBox())!]
  expect(list.x).toBeGreaterThanOrEqual(picture.x + picture.width)
  expect(picture.y + picture.height).toBeLessThanOrEqual(390)
  // The breadcrumb is hidden to leave its height to the picture; the link back is in the bar.
  expect(await page.getByRole('list', { name: '所在位置' }).filter({ visible: true }).count()).toBe(0)
  expect(picture.y).toBeLessThanOrEqual(56)
  await contents.getByRole('link', { name: /^1.2/ }).tap()
  await page.getByRole('heading', { name: /^1.2/ }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(problems).toEqual([])
})

it('the lock screen gets title, course and controls', async () => {
  const { id, find } = await lessons()
  const { page, goto } = await learner('锁屏的人', id, phone)
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {}
    Object.assign(window, { handlers })
    navigator.mediaSession.setActionHandler = (name, act) => {
      handlers[name] = act
    }
  })
  await page.reload()
  await goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}`)
  await press(page)
  await playsPast(page, 0.5)
  const shown = await page.evaluate(() => {
    const { title, album } = navigator.mediaSession.metadata!
    return { title, album, state: navigator.mediaSession.playbackState }
  })
  expect(shown).toEqual({ title: find('1.1').title, album: 'Python 程序设计', state: 'playing' })
  const act = (action: MediaSessionAction, seekTime?: number) =>
    page.evaluate(
      ({ name, time }) => {
        const { handlers } = window as unknown as { handlers: Record<string, MediaSessionActionHandler> }
        handlers[name]!({ action: name, seekTime: time })
      },
      { name: action, time: seekTime },
    )
  await act('pause')
  await expect.poll(() => playing(page), soon).toBe(false)
  await act('seekto', 30)
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(30)
  await act('play')
  await expect.poll(() => playing(page), soon).toBe(true)
})

it('a finger on the scrubber shows the preview picture of its second, where the stream has pictures', async () => {
  const { id, find } = await lessons()
  const { page, goto, problems } = await learner('找画面的人', id, phone)
  await page.route(/\/master\.m3u8/, async (route) => {
    const response = await route.fetch()
    const line = '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=20000,RESOLUTION=160x90,CODECS="jpeg",URI="previews/index.m3u8"'
    await route.fulfill({ response, body: `${(await response.text()).trimEnd()}\n${line}\n` })
  })
  const tiles = '#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXTINF:600,\n#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x30,DURATION=1\n'
  await page.route(/\/previews\/index\.m3u8/, (route) => route.fulfill({ body: `${tiles}sheet.svg\n#EXT-X-ENDLIST\n` }))
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="2700"/>'
  await page.route(/\/previews\/sheet\.svg/, (route) => route.fulfill({ body: drawn, contentType: 'image/svg+xml' }))
  await goto(`pages/course/study?id=${id}&chapter=${find('2.3').id}`)
  await expect.poll(() => video(page).evaluate((one: HTMLVideoElement) => one.readyState), soon).toBeGreaterThan(0)

  const bar = page.getByLabel('播放进度')
  const box = (await bar.boundingBox())!
  const finger = await useTouch(page)
  await finger.down(box.x + box.width * 0.3, box.y + box.height / 2)
  await finger.move(box.x + box.width * 0.6, box.y + box.height / 2)
  const picture = page.locator('[data-preview]')
  await picture.waitFor(soon)
  expect(await picture.evaluate((one) => one.style.backgroundPosition)).toMatch(/^(-160|0|-0)px -\d{3,4}px$/)
  const shown = (await picture.boundingBox())!
  const frame = (await player(page).boundingBox())!
  expect(shown.x).toBeGreaterThanOrEqual(frame.x)
  expect(shown.x + shown.width).toBeLessThanOrEqual(frame.x + frame.width)
  expect(shown.y).toBeGreaterThanOrEqual(frame.y)
  await finger.up()
  await picture.waitFor({ state: 'hidden' })
  expect(problems).toEqual([])
})
