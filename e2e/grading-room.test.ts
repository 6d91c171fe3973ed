import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api } from './browser'
import { openConsole, owner } from './console'
import { withDb } from './reader'

const teacher = '13800000011'
const title = '计算机基础简答测验'
/** Counts the grades that were not undone for one question of the sample exam: one row per answer. */
const graded = (position = 0) =>
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

async function enterRoom(page: Page, number = 1): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await page
    .getByRole('article')
    .filter({ hasText: `第 ${number} 题` })
    .getByRole('link', { name: /批阅/ })
    .click()
  await page.getByRole('article', { name: /^答卷/ }).waitFor()
}

const shownAnswer = (page: Page) => page.getByRole('article', { name: /^答卷/ }).getByRole('heading').innerText()

/** Scores the shown answer by keys and waits until the next answer is shown. */
async function gradeByKeys(page: Page, ...keys: string[]): Promise<void> {
  const before = await shownAnswer(page)
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect.poll(() => shownAnswer(page)).not.toBe(before)
}

const allSaved = (page: Page) => page.getByRole('status').getByText('已保存').waitFor()

it('a grader scores by keys, also offline and beside another; the student gets points and comment', async () => {
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
  // The only errors allowed are requests that failed offline.
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|net::/.test(problem))).toEqual([])
  expect(second.problems).toEqual([])
})

/** Adds attempts of more students to the sample exam, each with a different answer to the second question. */
const addTakers = (count: number) =>
  withDb(async (db) => {
    const exam = await db
      .selectFrom('exams')
      .select(['id', 'starts_at as startsAt'])
      .where('slug', '=', 'basics-quiz')
      .executeTakeFirstOrThrow()
    const numbers = Array.from({ length: count }, (_, i) => i)
    const users = await db
      .insertInto('users')
      .values(numbers.map((i) => ({ nickname: `考生 ${i}`, created_at: exam.startsAt })))
      .returning('id')
      .execute()
    const at = exam.startsAt + 3600
    const attempts = await db
      .insertInto('exam_attempts')
      .values(
        users.map(({ id }, seed) => ({
          exam_id: exam.id,
          user_id: id,
          number: 1,
          seed,
          state: 'running' as const,
          epoch: 1,
          started_at: at,
          deadline_at: at + 600,
        })),
      )
      .returning('id')
      .execute()
    const answerOf = (i: number) => JSON.stringify({ type: 'short', text: `按行访问时地址相邻，第 ${i} 种说法` })
    await db
      .insertInto('exam_steps')
      .values(
        attempts.map(({ id }, i) => ({
          attempt_id: id,
          epoch: 1,
          seq: 1,
          position: 1,
          answer: answerOf(i),
          flagged: false,
          at,
          received_at: at,
          fate: 'counted' as const,
        })),
      )
      .execute()
  })

const waitingNow = () =>
  withDb(async (db) => {
    const { waiting } = await db
      .selectFrom('exam_grading as g')
      .innerJoin('question_attempts as q', 'q.id', 'g.question_attempt_id')
      .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
      .innerJoin('exams as e', 'e.id', 'a.exam_id')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('e.slug', '=', 'basics-quiz')
      .where('q.position', '=', 1)
      .where('g.state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return waiting
  })

it('two graders score over 100 answers by keys; leaving the page keeps the comment draft and the undo', {
  timeout: 240_000,
}, async () => {
  await addTakers(100)
  await expect.poll(waitingNow, { timeout: 60_000 }).toBeGreaterThan(100)
  const all = (await graded(1)).length + (await waitingNow())
  const first = await openConsole('grading', teacher)
  const second = await openConsole('grading', owner)
  await enterRoom(first.page, 2)
  await enterRoom(second.page, 2)
  await first.page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const answers = (page: Page) => page.getByRole('article', { name: /^答卷/ })
  const isDone = async (page: Page) => (await page.getByText('没有等着你批的答卷').count()) > 0
  /** The shown answer; empty while the page claims more answers. */
  const shownNow = async (page: Page) => ((await answers(page).count()) > 0 ? shownAnswer(page) : '')
  const gradeAll = async (page: Page, most: number) => {
    for (let i = 0; i < most; i++) {
      await expect
        .poll(async () => (await isDone(page)) || (await shownNow(page)) !== '', { timeout: 30_000 })
        .toBe(true)
      if (await isDone(page)) return
      const before = await shownNow(page)
      await page.keyboard.press(['1', '2', 'a', '0'][i % 4]!)
      await page.keyboard.press('Enter')
      await expect.poll(() => shownNow(page)).not.toBe(before)
    }
    await answers(page).waitFor()
  }
  await Promise.all([gradeAll(first.page, 60), gradeAll(second.page, 25)])
  // After the page was left and opened again, the half-written comment and the undo are still available.
  const shown = await shownAnswer(first.page)
  await first.page.keyboard.press('c')
  await first.page.keyboard.type('写到一半')
  await first.page.keyboard.press('Escape')
  await first.page.getByRole('navigation').getByRole('link', { name: '考试', exact: true }).first().press('Enter')
  await first.page.waitForURL(/\/exams$/)
  await first.page.goBack()
  await answers(first.page).waitFor()
  await expect.poll(() => shownAnswer(first.page)).toBe(shown)
  expect(await first.page.getByRole('textbox', { name: '评语' }).inputValue()).toBe('写到一半')
  await first.page.keyboard.press('u')
  await expect.poll(() => shownAnswer(first.page)).not.toBe(shown)
  await second.page.close()
  await gradeAll(first.page, 200)
  await allSaved(first.page)
  expect(await first.page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  expect(await first.page.getByRole('alert', { name: '没有记下的评分' }).count()).toBe(0)
  const rows = await graded(1)
  expect(rows.filter(({ grades, graders }) => grades !== 1 || graders !== 1)).toEqual([])
  // Answers claimed by the second grader when the window closed are still waiting, until the claims expire.
  expect(rows.length + (await waitingNow())).toBe(all)
  expect(rows.length).toBeGreaterThan(100)
})
