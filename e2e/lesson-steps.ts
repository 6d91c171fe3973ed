import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, type widths } from './browser'
import { learner, lessons, soon, video } from './player'

export const player = (page: Page) => page.getByLabel('视频播放器')

export async function open(name: string, start: string, options: (typeof widths)[number][1] = phone, query = '') {
  const { id, find } = await lessons()
  const visitor = await learner(name, id, options)
  await visitor.goto(`pages/course/study?id=${id}&chapter=${find(start).id}${query}`)
  await expect
    .poll(() => video(visitor.page).evaluate((video: HTMLVideoElement) => video.readyState), soon)
    .toBeGreaterThan(0)
  return { ...visitor, id, find }
}
