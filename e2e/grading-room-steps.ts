import type { Page } from 'playwright-core'
import { withDb } from './reader'

export const teacher = '13800000011'
const title = '计算机基础简答测验'
/** Counts the grades that were not undone for one question of the sample exam: one row per answer. */
export const graded = (position = 0) =>
  withDb((db) =>
    db
      .selectFrom('exam_grades as g')
      .innerJoin('question_attempts as q', 'q.id', 'g.question_attempt_id')
      .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
      .innerJoin('exams as e', 'e.id', 'a.exam_id')
      .select(({ fn }) => [
        'a.user_id as userId',
        'a.uid as attempt',
        fn.countAll<number>().as('grades'),
        fn.count<number>('g.by_user').distinct().as('graders'),
        fn.max('g.comment').as('comment'),
      ])
      .where('e.slug', '=', 'basics-quiz')
      .where('q.position', '=', position)
      .where('g.undone_at', 'is', null)
      .groupBy(['a.user_id', 'a.uid'])
      .execute(),
  )

export async function enterRoom(page: Page, number = 1): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await page
    .getByRole('article')
    .filter({ hasText: `第 ${number} 题` })
    .getByRole('link', { name: /批阅/ })
    .click()
  await page.getByRole('article', { name: /^答卷/ }).waitFor()
}

export const shownAnswer = (page: Page) => page.getByRole('article', { name: /^答卷/ }).getByRole('heading').innerText()

export const allSaved = (page: Page) => page.getByRole('status').getByText('已保存').waitFor()
