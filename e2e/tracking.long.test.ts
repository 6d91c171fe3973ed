import { expect, it } from 'vitest'
import { phone, visit } from './browser'
import { curriculum } from './catalogue'
import { trackedBy } from './tracking-steps'

/** Time-out for events, which a slow page sends after a delay. */
const soon = { timeout: 30_000 }

it('tracking records searches, shares, purchases, playing, reading and installing', { timeout: 120_000 }, async () => {
  const course = await curriculum('course', 'Python 程序设计')
  const book = await curriculum('textbook', '数据结构与算法')
  const visitor = await visit({ as: '13800000003', options: { ...phone, permissions: ['clipboard-write'] } })
  const { page, goto } = visitor
  const events = trackedBy(page)
  const named = (name: string) => events.filter((event) => event.name === name)

  await goto('pages/search/index')
  await page.getByRole('combobox').fill('二分查找')
  await page.keyboard.press('Enter')
  await expect.poll(() => named('search'), soon).toMatchObject([{ value: '二分查找', page: 'pages/search/index' }])

  await goto(`pages/course/details?id=${course.id}`)
  await page.getByRole('button', { name: '分享' }).first().click()
  await expect.poll(() => named('share'), soon).toMatchObject([{ value: course.id, page: 'pages/course/details' }])
  await page.getByText('立即购买').last().click()
  await page.waitForURL(/pages\/buy\/confirm/)
  await expect.poll(() => named('buy-click'), soon).toMatchObject([{ value: course.id }])

  await goto(`pages/course/details?id=${course.id}`)
  await page.getByText('免费试看').last().click()
  await page.waitForURL(/pages\/course\/study/)
  // Uses the button, because play() of the element fails while the player sets its source.
  await page.getByRole('button', { name: '播放', exact: true }).first().click()
  await expect.poll(() => named('play').length, soon).toBe(1)
  expect(named('play')[0]!.page).toBe('pages/course/study')

  await goto(`pages/digital-textbooks/details?id=${book.id}`)
  await page.getByText('免费试读').last().click()
  await page.waitForURL(/pages\/digital-textbooks\/read/)
  await expect.poll(() => named('read').length, soon).toBe(1)
  expect(named('read')[0]!.value).toMatch(/^[0-9a-f-]{36}$/)

  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect.poll(() => named('install').length, soon).toBe(1)
})
