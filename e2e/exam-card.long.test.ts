import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './accounts'
import { axe } from './axe'
import { phone, visit } from './browser'
import { newStudent, publish } from './exam'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }
const bank = { kind: 'bank', slug: 'postgraduate-cs' }

/** Opens the exam on a phone and starts it. */
async function begin(exam: string, nickname: string): Promise<Page> {
  const token = await newStudent(nickname)
  const { page } = await visit({ options: phone, token, route: `pages/exam/answer?id=${exam}` })
  await page.getByText('我已阅读考试须知').click(patient)
  await page.getByRole('button', { name: '开始考试' }).tap()
  await heading(page, 1)
  return page
}

const heading = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`第 ${number} 题，共 `) }).waitFor(patient)

it('the answer card of a long paper wraps within a phone and opens at the current question', long, async () => {
  const chapters = ['data-structures', 'organization', 'operating-systems', 'networks']
  const exam = await publish({ questions: chapters.map((chapter) => ({ from: bank, chapter })) })
  const page = await begin(exam, '题很多的考生')
  const open = () => page.getByRole('button', { name: '答题卡' }).tap()
  const numbers = dialog(page).getByRole('button', { name: /^第 \d+ 题/ })
  await open()
  const count = await numbers.count()
  expect(count).toBeGreaterThan(80)
  const rows = await numbers.evaluateAll((cells) => {
    const boxes = cells.map((cell) => cell.getBoundingClientRect())
    return {
      outside: boxes.filter(({ left, right }) => left < 0 || right > innerWidth).length,
      rows: new Set(boxes.map(({ top }) => Math.round(top))).size,
    }
  })
  expect(rows.outside).toBe(0)
  // A strip instead of a row per type: at least five numbers per row on average.
  expect(rows.rows).toBeLessThanOrEqual(count / 5)
  expect(await axe(page)).toEqual([])

  await numbers.last().tap()
  await heading(page, count)
  await page.getByRole('button', { name: '上一题' }).tap()
  await heading(page, count - 1)
  await open()
  const current = dialog(page).getByRole('button', { name: new RegExp(`^第 ${count - 1} 题`) })
  expect(await current.getAttribute('aria-current')).toBe('true')
  const list = dialog(page).locator('[data-dialog-content]')
  await expect
    .poll(async () => {
      const [cell, box] = [(await current.boundingBox())!, (await list.boundingBox())!]
      return cell.y >= box.y && cell.y + cell.height <= box.y + box.height
    }, patient)
    .toBe(true)
})

it(
  'a result that waits for a teacher shows the points of the scored questions and what is still to come',
  long,
  async () => {
    const exam = await publish({ questions: [{ from: bank, slugs: ['ds-lower-bound', 'os-thrash'] }, quick] })
    const page = await begin(exam, '等批改的考生')
    await page.getByRole('textbox').first().fill('比较次数至少是 n log n 的量级')
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: '下一题' }).tap()
      await heading(page, number)
    }
    await page.getByRole('radio', { name: '选项 C' }).tap()
    await page.locator('footer').getByRole('button', { name: '交卷' }).tap()
    await dialog(page).getByRole('button', { name: '交卷' }).tap()
    await page.getByText(/^待批阅：有 \d+ 分等老师批改/).waitFor(patient)
    await page.getByText('已评部分').waitFor()
    await page.getByText(/^满分 \d+ 分$/).waitFor()
    await page.getByText(/^\d+ \/ 2$/).waitFor()
    expect(await axe(page)).toEqual([])
  },
)

const quick = { from: { kind: 'textbook', slug: 'data-structures' }, slugs: ['bigo-nested'] }
