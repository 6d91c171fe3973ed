import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop, phone } from './browser'
import { learner, lessons, playing, playsPast, press, rate, second, soon, video, widths } from './player'
import { tooSmall } from './touch'

const player = (page: Page) => page.getByLabel('视频播放器')

/** Seeks to `left` seconds before the end and plays. */
const playToEnd = (page: Page, left = 1) =>
  video(page).evaluate((video: HTMLVideoElement, before) => {
    video.currentTime = video.duration - before
    void video.play()
  }, left)

async function open(name: string, start: string, options: (typeof widths)[number][1] = phone, query = '') {
  const { id, find } = await lessons()
  const visitor = await learner(name, id, options)
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find(start).id}${query}`)
  await expect
    .poll(() => video(visitor.page).evaluate((video: HTMLVideoElement) => video.readyState), soon)
    .toBeGreaterThan(0)
  return { ...visitor, id, find }
}

it('holding the picture plays at 2x until the finger is lifted, and stores no speed', async () => {
  const { page, problems } = await open('按住的人', '1.1')
  await press(page)
  await playsPast(page, 0.5)
  const box = (await player(page).boundingBox())!
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height * 0.3 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await player(page).getByText('2 倍速播放中').waitFor()
  expect(await rate(page)).toBe(2)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await player(page).getByText('2 倍速播放中').waitFor({ state: 'detached' })
  expect(await rate(page)).toBe(1)
  expect(await playing(page)).toBe(true)
  expect(problems).toEqual([])
})

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
  // A silent video has nothing to listen to.
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
  // The chosen 停下 keeps the end of the lesson.
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

it.each(widths)(
  'sections are on the scrubber, and the transcript follows the video and jumps (%s)',
  async (name, options) => {
    const { page, problems } = await open(`看文稿的人${name}`, '1.1', options)
    await page.getByText('视频无声，含字幕').waitFor()
    await expect.poll(() => player(page).locator('[data-section]').count(), soon).toBeGreaterThan(2)
    await page.getByRole('tab', { name: '文稿' }).click()
    const list = page.getByRole('list', { name: '文稿' })
    await list.getByRole('heading', { name: '三个理由' }).waitFor()
    await list.getByRole('button', { name: /改一行/ }).click()
    await expect.poll(() => second(page), soon).toBeGreaterThan(25)
    await expect.poll(() => list.locator('[aria-current]').innerText(), soon).toContain('改一行')
    // The next sentence becomes current by itself and stays in view.
    await expect.poll(() => list.locator('[aria-current]').innerText(), soon).not.toContain('改一行')
    const current = (await list.locator('[aria-current]').boundingBox())!
    expect(current.y).toBeGreaterThan(0)
    expect(current.y + current.height).toBeLessThanOrEqual(options.viewport.height)
    expect(await page.getByLabel('播放进度').getAttribute('aria-valuetext')).toContain('三个理由')
    expect(await axe(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

it('on desktop the notes are beside the video, and the note of the current second is marked', async () => {
  const { page, problems } = await open('边看边记的人', '1.1', desktop, '&t=15')
  await page.getByRole('tab', { name: /^笔记/ }).click()
  await page.getByLabel('记笔记').fill('存钱罐')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const note = page.getByRole('article').filter({ hasText: '存钱罐' })
  await note.waitFor()
  const [picture, row] = [(await player(page).boundingBox())!, (await note.boundingBox())!]
  expect(row.x).toBeGreaterThanOrEqual(picture.x + picture.width)
  await expect.poll(() => note.getAttribute('aria-current'), soon).toBe('true')
  await video(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 2
  })
  await expect.poll(() => note.getAttribute('aria-current'), soon).toBeNull()
  await note.getByRole('button', { name: /跳到/ }).click()
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(15)
  expect(problems).toEqual([])
})

it('a question is asked at a second of the video, and its time leads back there', async () => {
  const { page, problems } = await open('提问的人', '1.2', phone, '&t=12')
  await expect.poll(() => second(page), soon).toBeGreaterThanOrEqual(12)
  await page.getByRole('tab', { name: /^讨论/ }).tap()
  await page.getByLabel('参与讨论').fill('这一步为什么要装两次？')
  await page.getByText('问的是 00:12 这里').waitFor()
  await page.getByRole('button', { name: '发表' }).tap()
  const item = page.getByRole('article').filter({ hasText: '为什么要装两次' })
  await item.waitFor()
  await video(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 30
  })
  await item.getByRole('button', { name: /跳到/ }).tap()
  await expect.poll(() => second(page), soon).toBeLessThan(20)
  expect(await second(page)).toBeGreaterThanOrEqual(12)
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
  // The breadcrumb leaves its height to the picture; the way back is in the bar.
  expect(await page.getByRole('list', { name: '所在位置' }).filter({ visible: true }).count()).toBe(0)
  expect(picture.y).toBeLessThanOrEqual(56)
  await contents.getByRole('link', { name: /^1.2/ }).tap()
  await page.getByRole('heading', { name: /^1.2/ }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(problems).toEqual([])
})

it('a lesson that is left goes on in a small window, which leads back to the same second', async () => {
  const { page, route, problems } = await open('离开的人', '1.1')
  await press(page)
  await playsPast(page, 1)
  const left = await second(page)
  await page.getByRole('button', { name: '返回' }).first().tap()
  const mini = page.getByRole('region', { name: '小窗：正在播放的课' })
  await mini.waitFor()
  const at = () => mini.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(at, soon).toBeGreaterThan(left + 0.5)
  await mini.getByRole('button', { name: '暂停小窗' }).tap()
  await mini.getByRole('button', { name: '播放小窗' }).tap()
  expect(await axe(page)).toEqual([])
  const before = await at()
  await mini.getByRole('button', { name: /^回到 1.1/ }).tap()
  await mini.waitFor({ state: 'detached' })
  await expect.poll(route, soon).toContain('pages/course/study')
  await playsPast(page, before)
  // Covered by another page, the lesson goes on as well; closing the window ends it.
  await page.evaluate(() => {
    location.hash = '#/pages/help/index'
  })
  await mini.waitFor()
  await mini.getByRole('button', { name: '关闭小窗' }).tap()
  await mini.waitFor({ state: 'detached' })
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
