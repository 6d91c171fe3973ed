import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { api, tokenOf } from './browser'
import { openConsole, owner } from './console'
import { allSaved, enterRoom, graded, shownAnswer, teacher } from './grading-room-steps'
import { withDb } from './reader'

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
  // Answers that the second grader had claimed when the window was closed wait until the claims expire.
  expect(rows.length + (await waitingNow())).toBe(all)
  expect(rows.length).toBeGreaterThan(100)
})

it('查看 opens a question whose answers another grader has claimed, and offers them once they are released', async () => {
  const { token } = await api(await tokenOf(owner)).call('POST /staff/v1/session_open', {})
  const colleague = api(token)
  const { page, problems } = await openConsole('grading', teacher)
  const first = page.getByRole('article').filter({ hasText: '第 1 题' })
  await page.getByRole('main').getByRole('link', { name: '计算机基础简答测验' }).click()
  await first.getByRole('link', { name: /批阅/ }).waitFor()
  const exam = page.url().split('/').at(-1)!
  const { questions } = await colleague.call('GET /staff/v1/grading_overview', { exam })
  const { question, part } = questions[0]!
  let held = 0
  for (let taken = 1; taken > held; ) {
    held = taken
    const { answers } = await colleague.call('POST /staff/v1/grading_take', { exam, question, part, limit: 50 })
    taken = answers.length
  }
  await page.reload()
  await first.getByText(/别人正在批 \d+，没批完的十分钟内放回/).waitFor()
  await first.getByRole('link', { name: '查看' }).click()
  await page.getByText(/别的老师正在批 \d+ 个；没批完的最迟/).waitFor()
  await colleague.call('POST /staff/v1/grading_release', { exam, question, part })
  await page.getByText(/有 \d+ 个作答可以批了/).waitFor()
  await page.getByRole('button', { name: '接着批' }).click()
  await page.getByRole('article', { name: /^答卷/ }).waitFor()
  expect(problems).toEqual([])
})

it('switching 匿名批阅 in an open room hides and shows the names at once', async () => {
  const { page, problems } = await openConsole('grading', teacher)
  await enterRoom(page)
  const setAnonymous = async (on: boolean) => {
    await page.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('checkbox', { name: /匿名批阅/ }).setChecked(on)
    await page.getByRole('button', { name: '保存设置' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await setAnonymous(false)
  await page.getByRole('article').getByRole('heading', { name: /\d{6}/ }).waitFor()
  await setAnonymous(true)
  await page.getByRole('article', { name: /^答卷/ }).waitFor()
  expect(problems).toEqual([])
})
