import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { desktop, visit } from './browser'
import { newStudent, publish } from './exam'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === document.body ? 'body' : (at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '')
  })
const heading = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`第 ${number} 题，共 3 题`) }).waitFor(patient)

it('an exam is taken by keyboard alone, and the focus is never lost', long, async () => {
  const exam = await publish()
  const token = await newStudent('用键盘的考生')
  const visitor = await visit({ options: desktop, token, route: `pages/exam/answer?id=${exam}` })
  const { page } = visitor
  const start = page.getByRole('button', { name: '开始考试' })
  await start.waitFor(patient)
  // The button names what is missing and leads there.
  await start.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('请先阅读并勾选，再开始').waitFor()
  await page.keyboard.press('Space')
  await start.focus()
  await page.keyboard.press('Enter')
  await heading(page, 1)
  await expect.poll(() => focused(page)).not.toBe('body')

  // From the question, 下一题 is at most four tabs away; one of them is the code in the question, which scrolls.
  const names: string[] = []
  for (let tabs = 0; tabs < 4; tabs++) {
    await page.keyboard.press('Tab')
    names.push(await focused(page))
  }
  expect(names).toContain('下一题')
  await page.keyboard.press('a')
  await page.keyboard.press('ArrowRight')
  await heading(page, 2)
  expect(await focused(page)).not.toBe('body')
  await page.keyboard.press('ArrowRight')
  await heading(page, 3)
  // A question with blanks is ready to type.
  await expect.poll(() => focused(page)).toBe('第 1 空')
  await page.keyboard.type('10')

  const card = page.getByRole('complementary', { name: '答题卡' })
  const fits = await card.evaluate((aside) => {
    const list = aside.querySelector('ol')!.parentElement!
    const { right, bottom } = aside.getBoundingClientRect()
    return list.scrollHeight <= list.clientHeight && right <= innerWidth && bottom <= innerHeight
  })
  expect(fits).toBe(true)
  const current = card.getByRole('button', { name: /第 3 题/ })
  expect(await current.getAttribute('aria-current')).toBe('true')
  await current.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await heading(page, 2)

  await card.getByRole('button', { name: '交卷' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('未作答：第 2、3 题').waitFor()
  await page.keyboard.press('Escape')
  expect(await focused(page)).not.toBe('body')

  // A second tab takes the exam over; in the first tab an element still has the focus.
  const second = await visitor.context.newPage()
  await second.goto(page.url())
  await second.getByRole('heading', { name: /题，共 3 题/ }).waitFor(patient)
  await page.getByText('考试已在另一个标签页打开').waitFor(patient)
  await expect.poll(() => focused(page)).toContain('考试已在另一个标签页打开')
  expect(visitor.problems).toEqual([])
})
