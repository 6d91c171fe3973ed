import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api } from './browser'
import { openConsole, owner } from './console'
import { allSaved, enterRoom, graded, shownAnswer, teacher } from './grading-room-steps'
import { withDb } from './reader'

/** Scores the shown answer by keys and waits until the next answer is shown. */
async function gradeByKeys(page: Page, ...keys: string[]): Promise<void> {
  const before = await shownAnswer(page)
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect.poll(() => shownAnswer(page)).not.toBe(before)
}

it('a grader scores by keys, even offline and beside a second grader; the student gets points and comment', async () => {
  const { page, context, problems } = await openConsole('grading', teacher)
  await enterRoom(page)
  expect(await axe(page)).toEqual([])
  // A reusable comment (常用评语) is written once, then chosen by its digit.
  await page.keyboard.press('p')
  const phrases = page.getByRole('dialog', { name: '常用评语' })
  await phrases.getByRole('searchbox', { name: '新的常用评语' }).fill('理由很完整')
  await page.keyboard.press('Enter')
  await phrases.getByRole('button', { name: '理由很完整', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  await page.keyboard.press('p')
  await phrases.getByRole('button', { name: '理由很完整', exact: true }).press('1')
  await expect.poll(() => page.getByRole('textbox', { name: '评语' }).inputValue()).toBe('理由很完整')
  // Another student gave the same first answer: both answers get the score.
  await page.getByRole('button', { name: /给 3 分，共 \d 份，下一份/ }).waitFor()
  const first = await shownAnswer(page)
  await gradeByKeys(page)
  await page.keyboard.press('u')
  await expect.poll(() => shownAnswer(page)).toBe(first)
  await gradeByKeys(page, '2')
  await page.keyboard.press('c')
  await page.keyboard.type('还差一点')
  await page.keyboard.press('Escape')
  await gradeByKeys(page, '1')
  for (const key of ['1', '2', 'a', '0']) await gradeByKeys(page, key)
  await gradeByKeys(page, '1', 'ArrowUp')
  await allSaved(page)
  // An answer flagged for a second look (请再看) keeps its score and is listed under that filter.
  const flagged = (await shownAnswer(page)).replace('答卷 ', '')
  await page.keyboard.press('f')
  await page.getByRole('button', { name: /请再看/, pressed: true }).waitFor()
  await page.keyboard.press('l')
  const list = page.getByRole('dialog', { name: '批过的答卷' })
  await list.getByRole('button', { name: '请再看的' }).click()
  await list.getByRole('button', { name: new RegExp(`^${flagged}`) }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })

  const second = await openConsole('grading', owner)
  await enterRoom(second.page)

  await context.setOffline(true)
  for (const key of ['1', '2', 'a']) await gradeByKeys(page, key)
  await page.getByText(/个存在本机，连上后自动保存/).waitFor()
  for (const key of ['1', '2', '0']) await gradeByKeys(second.page, key)
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('article', { name: /^答卷/ }).waitFor()
  await allSaved(page)
  for (const key of ['1', '2', 'a', '1']) await gradeByKeys(page, key)
  await allSaved(page)
  await allSaved(second.page)
  await second.page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(second.page)).toEqual([])

  const rows = await graded()
  expect(rows.length).toBeGreaterThanOrEqual(18)
  expect(rows.filter(({ grades, graders }) => grades !== 1 || graders !== 1)).toEqual([])
  expect(await page.getByRole('alert', { name: '没有记下的评分' }).count()).toBe(0)

  // The student whose answer got the reusable comment receives it with the points.
  const commented = rows.find(({ comment }) => comment === '理由很完整')!
  const mobile = newMobile()
  await withDb((db) => db.updateTable('users').set({ mobile }).where('id', '=', commented.userId).execute())
  const student = api(await register(mobile))
  const { grades } = await student.call('GET /v1/show_exam', { id: commented.attempt })
  expect(grades).toMatchObject([
    {
      score: 6,
      comment: '理由很完整',
      rubric: [
        { met: true, score: 3 },
        { met: true, score: 3 },
      ],
    },
  ])
  // Only requests that failed offline are allowed as errors.
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|net::/.test(problem))).toEqual([])
  expect(second.problems).toEqual([])
})
