import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../testing/app'
import { grantEntitlement } from '../access/public'
import { type Desk, runRegrades, sit, startDesk } from '../exams/desk/desk.fixture'
import { fixtureAnswer, uidOf } from '../exams/exams.fixture'
import { questionsAccountData } from '../questions/public'
import { countAnswers } from './count-answers'
import { noteAnswers } from './public'

let desk: Desk
let drill: { id: number; uid: string }
beforeAll(async () => {
  desk = await startDesk()
  drill = await desk.server.db
    .selectFrom('curricula')
    .select(['id', 'uid'])
    .where('slug', '=', 'drill')
    .executeTakeFirstOrThrow()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const db = () => desk.server.db
const newUser = async () => (await desk.server.createUser()).id

async function versionOf(slug: string, from = 'drill') {
  return db()
    .selectFrom('questions')
    .select(['id', 'version_id as versionId'])
    .where('uid', '=', uidOf(slug, from))
    .executeTakeFirstOrThrow()
}

interface Given {
  userId: number
  slug: string
  score: number
  options?: number[]
  verdict?: 'right' | 'wrong' | 'partial' | 'unanswered' | 'grading'
}

/** Stores practice answers to a question as handlers do. */
async function answers(slug: string, given: Omit<Given, 'slug'>[]): Promise<number[]> {
  const { id: question_id, versionId: version_id } = await versionOf(slug)
  const type = slug === 'multiple' ? 'multiple' : 'single'
  const rows = await db()
    .insertInto('question_attempts')
    .values(
      given.map(({ userId, score, options, verdict }) => ({
        ...{ user_id: userId, question_id, version_id, position: 0, seed: randomBytes(16), source: 'bank' as const },
        ...{ answer: options ? JSON.stringify({ type, options }) : null, score, max_score: 200, waiting_score: 0 },
        ...{ detail: '{"type":"none"}', created_at: testStart },
        verdict: verdict ?? (score === 200 ? 'right' : score === 0 ? 'wrong' : 'partial'),
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await noteAnswers(db(), ids)
  return ids
}

const answer = async ({ slug, ...given }: Given): Promise<number> => (await answers(slug, [given]))[0]!

async function practice(slug: string) {
  const { versionId } = await versionOf(slug)
  const row = await db()
    .selectFrom('item_statistics')
    .select(['answers', 'rights', 'share_sum as shares'])
    .where('version_id', '=', versionId)
    .where('kind', '=', 'practice')
    .executeTakeFirst()
  return row ?? { answers: 0, rights: 0, shares: 0 }
}

/** The same sums, counted from the answers themselves. */
async function recount(slug: string) {
  const { id } = await versionOf(slug)
  const { rows } = await sql<{ answers: number; rights: number; shares: number }>`
    select count(*)::int as answers, (count(*) filter (where verdict = 'right'))::int as rights,
      coalesce(sum(score::float8 / max_score), 0) as shares from (
      select distinct on (user_id) * from question_attempts where question_id = ${id} order by user_id, id) first
    where verdict in ('right', 'partial', 'wrong')`.execute(db())
  return rows[0]!
}

describe('countAnswers', () => {
  it('counts the first answer of each user only', async () => {
    const [one, two] = [await newUser(), await newUser()]
    await answer({ userId: one, slug: 'single', score: 0 })
    await answer({ userId: one, slug: 'single', score: 200 })
    await answer({ userId: two, slug: 'single', score: 200 })
    await countAnswers(db(), 1)
    expect(await practice('single')).toEqual({ answers: 2, rights: 1, shares: 1 })
  })

  it('counts a program when its verdict is final, and a changed score once', async () => {
    const before = await practice('single')
    const id = await answer({ userId: await newUser(), slug: 'single', score: 0, verdict: 'grading' })
    await countAnswers(db())
    expect(await practice('single')).toEqual(before)
    for (const [score, verdict] of [
      [200, 'right'],
      [100, 'partial'],
    ] as const) {
      await db().updateTable('question_attempts').set({ score, verdict }).where('id', '=', id).execute()
      await noteAnswers(db(), [id])
      await countAnswers(db())
    }
    expect(await practice('single')).toEqual({
      answers: before.answers + 1,
      rights: before.rights,
      shares: before.shares + 0.5,
    })
  })

  it('statistics omit users who saw the key first: skipped questions, 背题, and staff', async () => {
    const before = await practice('single')
    const skipped = await newUser()
    await answer({ userId: skipped, slug: 'single', score: 0, verdict: 'unanswered' })
    await answer({ userId: skipped, slug: 'single', score: 200 })
    const reciter = await newUser()
    const { versionId } = await versionOf('single')
    await db()
      .insertInto('practices')
      .values({
        ...{ user_id: reciter, curriculum_id: drill.id, mode: 'type', way: 'recite', scope: 'x', title: '' },
        ...{ seed: randomBytes(16), version_ids: [versionId], created_at: testStart - 5 },
      })
      .execute()
    await answer({ userId: reciter, slug: 'single', score: 200 })
    const { user_id } = await db().selectFrom('staff_grants').select('user_id').limit(1).executeTakeFirstOrThrow()
    await answer({ userId: user_id, slug: 'single', score: 200 })
    await countAnswers(db())
    expect(await practice('single')).toEqual(before)
  })

  it('statistics equal a recount after random answers in batches of any size', async () => {
    const users = await Promise.all(Array.from({ length: 15 }, newUser))
    for (let round = 0; round < 60; round++) {
      const userId = users[Math.floor(Math.random() * users.length)]!
      const slug = Math.random() < 0.5 ? 'judge' : 'blank'
      await answer({ userId, slug, score: [0, 100, 200][Math.floor(Math.random() * 3)]! })
      if (round % 7 === 0) await countAnswers(db(), 1 + Math.floor(Math.random() * 5))
    }
    await countAnswers(db())
    for (const slug of ['judge', 'blank']) {
      const [counted, expected] = [await practice(slug), await recount(slug)]
      expect(counted).toMatchObject({ answers: expected.answers, rights: expected.rights })
      expect(counted.shares).toBeCloseTo(expected.shares, 9)
    }
  })

  it('closing an account keeps the sums and removes the person', async () => {
    const before = await practice('blank')
    const userId = await newUser()
    await answer({ userId, slug: 'blank', score: 200 })
    await countAnswers(db())
    await questionsAccountData.erase!(db(), userId, testStart)
    await countAnswers(db())
    expect((await practice('blank')).answers).toBe(before.answers + 1)
    expect(await db().selectFrom('first_answers').select('user_id').where('user_id', '=', userId).execute()).toEqual([])
  })
})

describe('statistics of an exam', () => {
  it('item_statistics of an exam returns shares, discrimination, times and options to staff, and changes with a regrade', async () => {
    const exam = await desk.school.publish({ shuffle: { questions: false, options: false } })
    const rights = [
      ['single', 'multiple', 'judge', 'blank'],
      ['single', 'multiple', 'judge'],
      ['single', 'multiple'],
      ['judge'],
      ['judge'],
      [],
    ]
    for (const right of rights) await sit(desk, exam, right)
    desk.server.clock.set(testStart + 3700)
    await desk.school.tick()
    await countAnswers(db(), 7)
    const view = async () =>
      (await desk.owner.call('GET /staff/v1/exam_question_view', { id: uidOf('single') })).statistics
    const [found] = await view()
    expect(found).toMatchObject({ kind: 'exam', answers: 6, share: 0.5 })
    expect(found!.options.map(({ label, right, share }) => ({ label, right, share }))).toEqual([
      { label: 'A', right: false, share: 0 },
      { label: 'B', right: true, share: 0.5 },
      { label: 'C', right: false, share: 0.5 },
      { label: 'D', right: false, share: 0 },
    ])
    expect(found!.interval.low).toBeLessThan(0.5)
    expect(found!.discrimination).toBeGreaterThan(0.5)
    expect(Math.abs(found!.medianSeconds! - 10)).toBeLessThan(1.5)
    const input = { exam, question: uidOf('single'), kind: 'void' as const }
    const { mark } = await desk.teacher.call('POST /staff/v1/exam_regrade_preview', input)
    await desk.teacher.call('POST /staff/v1/exam_regrade', { ...input, reason: '题目有误', mark })
    await runRegrades(desk.server)
    await countAnswers(db())
    expect(await view()).toEqual([])
  })

  it('the composer shows a measured share and a discrimination of a question from 20 answers on', async () => {
    const { versionId } = await versionOf('judge', 'pool')
    const brief = async () => {
      const { list } = await desk.owner.call('GET /staff/v1/exam_question_search', { keyword: '判断' })
      return list.find(({ id }) => id === uidOf('judge'))!
    }
    await db().deleteFrom('item_statistics').where('version_id', '=', versionId).execute()
    const sums = { version_id: versionId, kind: 'exam' as const, answers: 19, rights: 5, share_sum: 5 }
    const rest = { rest_sum: 10, rest_squares: 6, rest_share_sum: 5, rest_share_squares: 5, rest_products: 4 }
    await db()
      .insertInto('item_statistics')
      .values({ ...sums, ...rest, rest_answers: 19 })
      .execute()
    expect(await brief()).toMatchObject({ measured: false, answers: 19, discrimination: null })
    await db()
      .updateTable('item_statistics')
      .set({ answers: 20, rest_answers: 20 })
      .where('version_id', '=', versionId)
      .execute()
    expect(await brief()).toMatchObject({ measured: true, expected: 0.25, answers: 20 })
    // Covariance 0.2 − 0.5 · 0.25, variances 0.25 − 0.0625 and 0.3 − 0.25.
    expect((await brief()).discrimination).toBeCloseTo(0.075 / Math.sqrt(0.1875 * 0.05), 6)
  })
})

describe('statistics for students', () => {
  it('students see statistics after answering, from 30 first answers on, with the most chosen wrong option', async () => {
    const slug = 'multiple'
    const others = await Promise.all(Array.from({ length: 29 }, newUser))
    // 9 choose 丁 (3), 11 only 甲 (0), 9 are right.
    const given = others.map((userId, i) => ({
      ...{ userId, options: i < 9 ? [3] : i < 20 ? [0] : [0, 1], score: i < 9 ? 0 : i < 20 ? 100 : 200 },
    }))
    await answers(slug, given)
    await countAnswers(db())
    const practise = async () => {
      const user = await desk.server.createUser()
      await grantEntitlement(db(), { userId: user.id, curriculumId: drill.id, source: 'free', now: testStart })
      const client = await desk.server.as(user)
      const { id } = await client.call('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'type', type: slug })
      const [shown] = await client.call('GET /v1/bank_practice_questions', { id, from: 0, count: 1 })
      expect(shown!.result).toBeNull()
      const { question } = shown!
      const wrong = { id, question: question.id, answer: fixtureAnswer(question, false) }
      const { result } = await client.call('POST /v1/bank_practice_answer', wrong)
      const [again] = await client.call('GET /v1/bank_practice_questions', { id, from: 0, count: 1 })
      expect(again!.result!.site).toEqual(result.site)
      return { question, site: result.site }
    }
    expect((await practise()).site).toBeUndefined()
    await countAnswers(db())
    const { question, site } = await practise()
    const trap = fixtureAnswer(question, false)
    expect(site).toMatchObject({ answers: 30, right: 9 / 30 })
    expect(site!.trap).toEqual({ option: 'options' in trap ? trap.options[0] : '', share: 10 / 30 })
  })
})
