import { expect, it } from 'vitest'
import { axe } from './axe'
import { desktop, phone, sampledWidths } from './browser'
import { open, player } from './lesson-steps'
import { playing, playsPast, press, rate, second, soon, video } from './player'

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

it.each(sampledWidths)(
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

it('leaving a playing lesson moves the video to a small window, which leads back to the same second', async () => {
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
  // The lesson also plays on when another page covers it; closing the small window ends it.
  await page.evaluate(() => {
    location.hash = '#/pages/help/index'
  })
  await mini.waitFor()
  await mini.getByRole('button', { name: '关闭小窗' }).tap()
  await mini.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})
