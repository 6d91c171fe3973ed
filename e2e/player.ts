import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { api, type Visitor, visit, type widths } from './browser'
import { curriculum, registerOwner } from './catalogue'

/** Returns a course of the sample content, and its lessons by the start of their titles. */
export async function lessons(title = 'Python 程序设计') {
  const { id } = await curriculum('course', title)
  const rows = await api().call('GET /v1/course_chapter', { id })
  const find = (start: string) => rows.find((row) => row.title.startsWith(start))!
  return { id, find }
}

/** Time-out for busy machines. */
export const soon = { timeout: 30_000 }

/** The video of the visible page; covered pages keep theirs. */
export const video = (page: Page) => page.locator('main video').filter({ visible: true }).last()
export const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)
export const playing = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => !element.paused)
export const rate = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)
export const press = (page: Page) => page.getByRole('button', { name: '播放', exact: true }).first().click()
export const playsPast = (page: Page, time: number) => expect.poll(() => second(page), soon).toBeGreaterThan(time)
export const pause = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.pause())

/** Registers an account that owns the course and opens it in a new browser context. */
export async function learner(
  name: string,
  course: string,
  options: (typeof widths)[number][1],
): Promise<Visitor & { token: string }> {
  const token = await registerOwner(name, course)
  const visitor = await visit({ options, token })
  return { ...visitor, token }
}

/** Swipes over the player, with positions as fractions of its size; calls `look` before the finger is lifted. */
export async function swipe(page: Page, from: [number, number], to: [number, number], look?: () => Promise<void>) {
  const box = (await page.getByLabel('视频播放器').boundingBox())!
  const at = ([x, y]: [number, number]) => [{ x: box.x + box.width * x, y: box.y + box.height * y }]
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  for (const part of [0.2, 0.6, 1])
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]),
    })
  await look?.()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
