import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { phone, visit } from './browser'
import { curriculum } from './catalogue'
import { useTouch } from './finger'

const patient = { timeout: 45_000 }

interface Recorded {
  vibrations?: number[]
}

/** Opens a course as a new user on a device that records vibrations, or on one that cannot vibrate, such as an iPhone. */
async function openCourse(nickname: string, canVibrate: boolean) {
  const { id } = await curriculum('course', '数据库实战')
  const visitor = await visit({ options: phone, token: await register(newMobile(), nickname), route: 'pages/my/index' })
  await visitor.page.addInitScript((can) => {
    const recorded: number[] = []
    Object.assign(window, { vibrations: recorded })
    const value = can ? (time: number) => recorded.push(time) > 0 : undefined
    Object.defineProperty(Navigator.prototype, 'vibrate', { value, configurable: true })
  }, canVibrate)
  await visitor.page.goto('about:blank')
  await visitor.goto(`pages/course/details?id=${id}`)
  await visitor.page.getByRole('button', { name: '收藏' }).waitFor(patient)
  return visitor
}

const vibrations = (page: Page) => page.evaluate(() => (window as Recorded).vibrations)

it('a favourite and a pull that is far enough to refresh vibrate once each', async () => {
  const { page, goto, problems } = await openCourse('手机会震的人', true)
  await page.getByRole('button', { name: '收藏' }).tap()
  await page.getByRole('button', { name: '已收藏' }).waitFor()
  expect(await vibrations(page)).toEqual([10])

  await goto('pages/index/index')
  await page.getByRole('heading', { name: '精品课程' }).waitFor(patient)
  const finger = await useTouch(page)
  await finger.down(195, 300)
  for (let y = 310; y <= 490; y += 15) await finger.move(195, y)
  await page.getByText('松开立即刷新').waitFor()
  expect(await vibrations(page)).toEqual([10, 10])
  await finger.up()
  await page.getByText('刷新成功').waitFor(patient)
  expect(problems).toEqual([])
})

it('a favourite works on a device that cannot vibrate', async () => {
  const { page, problems } = await openCourse('手机不震的人', false)
  await page.getByRole('button', { name: '收藏' }).tap()
  await page.getByRole('button', { name: '已收藏' }).waitFor()
  expect(await vibrations(page)).toEqual([])
  expect(problems).toEqual([])
})
