import { randomUUID } from 'node:crypto'
import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { deliveredPercent, grantEntitlement, revokeEntitlement } from '../access/public'
import { fixtureAnswer, secrets, uidOf, withSchool } from '../exams/exams.fixture'

const day = 86_400
let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let drill: { id: number; uid: string }
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  drill = await server.db
    .selectFrom('curricula')
    .select(['id', 'uid'])
    .where('slug', '=', 'drill')
    .executeTakeFirstOrThrow()
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

async function owner() {
  const user = await server.createUser()
  await grantEntitlement(server.db, { userId: user.id, curriculumId: drill.id, source: 'free', now: testStart })
  return { user, client: await server.as(user) }
}

type Start = Parameters<Client['call']>[1]
const begin = (client: Client, input: object) =>
  client.call('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'type', ...input } as Start as never) as Promise<
    DataOf<StudentCalls['POST /v1/bank_practice_start']>
  >
const questionsOf = (client: Client, id: string) =>
  client.call('GET /v1/bank_practice_questions', { id, from: 0, count: 20 })

/** Starts a new practice of one question and answers it. */
async function answer(client: Client, type: 'single' | 'judge', right: boolean) {
  const { id } = await begin(client, { type, fresh: true })
  const [shown] = await questionsOf(client, id)
  return client.call('POST /v1/bank_practice_answer', {
    id,
    question: shown!.question.id,
    answer: fixtureAnswer(shown!.question, right),
  })
}

describe('practice of a bank', () => {
  it('an unpublished bank, including its free questions, is accessible to owners only', async () => {
    const { client } = await owner()
    const stranger = await server.as()
    const [id, closedId] = [uidOf('single', 'drill'), uidOf('judge', 'drill')]
    const free = server.db.updateTable('questions').where('uid', 'in', [id, closedId])
    const ofBank = server.db.updateTable('curricula').where('id', '=', drill.id)
    const keep = (who: Client, one = id) => who.send('POST /v1/question_favourite', { id: one, on: true })
    await free.set({ free: true }).execute()
    expect(await keep(stranger, closedId)).toMatchObject({ code: 1 })
    const { id: open } = await stranger.call('POST /v1/bank_practice_start', { mode: 'favourite' })
    const asItWas = { published: true, published_at: testStart - day }
    for (const shut of [{ published: false }, { published_at: testStart + 1 }]) {
      await ofBank.set({ ...asItWas, ...shut }).execute()
      expect(await stranger.send('GET /v1/bank_home', { id: drill.uid })).toMatchObject({
        data: { error: 'curriculum-not-found' },
      })
      expect(await keep(stranger)).toMatchObject({ data: { error: 'not-purchased' } })
      expect(await stranger.send('POST /v1/bank_practice_start', { mode: 'favourite', fresh: true })).toMatchObject({
        data: { error: 'nothing-to-practise' },
      })
      expect(await stranger.send('GET /v1/bank_practice_questions', { id: open, from: 0 })).toMatchObject({
        data: { error: 'not-purchased' },
      })
      expect(await keep(client)).toMatchObject({ code: 1 })
      expect((await begin(client, { type: 'single', fresh: true })).count).toBe(1)
    }
    await ofBank.set(asItWas).execute()
    await free.set({ free: false }).execute()
  })

  it("questions of a paid bank sent in a practice raise the user's delivered percentage", async () => {
    const { user, client } = await owner()
    const ofBank = server.db.updateTable('curricula').where('id', '=', drill.id)
    const sent = () => deliveredPercent(server.db, user.id, drill.id)
    const { id } = await begin(client, { type: 'single', fresh: true })
    await questionsOf(client, id)
    // A free bank cannot be refunded, so its questions do not count as delivered.
    expect(await sent()).toBe(0)
    await ofBank.set({ price_cents: 1000 }).execute()
    // Questions sent to another owner do not count.
    const { client: another } = await owner()
    await questionsOf(another, (await begin(another, { type: 'judge', fresh: true })).id)
    expect(await sent()).toBe(0)
    await questionsOf(client, id)
    await questionsOf(client, id)
    const one = await sent()
    expect(one).toBe(25)
    const { id: other } = await begin(client, { type: 'judge', fresh: true })
    await questionsOf(client, other)
    expect(await sent()).toBeCloseTo(2 * one)
    // Free questions do not count as delivered content.
    const judge = server.db.updateTable('questions').where('uid', '=', uidOf('judge', 'drill'))
    await judge.set({ free: true }).execute()
    expect(await sent()).toBeCloseTo(100 / (100 / one - 1))
    await judge.set({ free: false }).execute()
    await ofBank.set({ price_cents: 0 }).execute()
  })

  it('practice by chapter grades each answer immediately, resumes and can be cleared', async () => {
    const { client } = await owner()
    const home = await client.call('GET /v1/bank_home', { id: drill.uid })
    expect(home).toMatchObject({
      bank: { title: '小题库' },
      locked: false,
      chapters: [{ title: '全部', count: 4, answered: 0, right: 0 }],
      wrong: 0,
      open: [],
      today: { done: 0, goal: 20 },
    })
    const scope = { mode: 'chapter', chapter: home.chapters[0]!.id }
    const practice = await begin(client, scope)
    expect(practice).toMatchObject({ title: '全部', count: 4, answered: 0, resumed: false })
    const shown = await questionsOf(client, practice.id)
    expect(shown.map(({ result }) => result)).toEqual([null, null, null, null])
    const text = JSON.stringify(shown)
    for (const secret of secrets) expect(text).not.toContain(secret)
    for (const [i, { question }] of shown.slice(0, 2).entries()) {
      const scored = await client.call('POST /v1/bank_practice_answer', {
        id: practice.id,
        question: question.id,
        answer: fixtureAnswer(question, i === 0),
      })
      expect(scored).toMatchObject({
        result: { verdict: i === 0 ? 'right' : 'wrong', analysis: expect.stringContaining('解析秘密') },
        today: { done: i + 1 },
      })
    }
    expect(
      await client.send('POST /v1/bank_practice_answer', {
        id: practice.id,
        question: shown[0]!.question.id,
        answer: fixtureAnswer(shown[0]!.question),
      }),
    ).toMatchObject({ code: 4, data: { error: 'paper-used' } })
    await client.call('POST /v1/bank_practice_place', { id: practice.id, position: 99 })
    const again = await begin(client, scope)
    expect(again).toMatchObject({ id: practice.id, resumed: true, answered: 2, right: 1, position: 3 })
    expect(again.cards.map(({ verdict }) => verdict)).toEqual(['right', 'wrong', null, null])
    expect((await client.call('GET /v1/bank_home', { id: drill.uid })).open).toMatchObject([{ id: practice.id }])
    await client.call('POST /v1/bank_practice_clear', { id: practice.id })
    expect(await begin(client, scope)).toMatchObject({ resumed: false, answered: 0 })
  })

  it('looking at the answer without answering shows the analysis, counts for no goal and adds nothing to 错题本', async () => {
    const { client } = await owner()
    const { id } = await begin(client, { type: 'judge', fresh: true })
    const [shown] = await questionsOf(client, id)
    const look = { id, question: shown!.question.id, answer: null }
    expect(await client.call('POST /v1/bank_practice_answer', look)).toMatchObject({
      result: { verdict: 'unanswered', answer: null, analysis: expect.stringContaining('解析秘密') },
      today: { done: 0 },
    })
    expect(await client.send('POST /v1/bank_practice_answer', look)).toMatchObject({ data: { error: 'paper-used' } })
    expect((await client.call('GET /v1/wrong_list', {})).list).toEqual([])
  })

  it('recite mode returns question, key and analysis together and records nothing', async () => {
    const { client, user } = await owner()
    const { id } = await begin(client, { mode: 'random', way: 'recite' })
    const shown = await questionsOf(client, id)
    expect(shown).toHaveLength(4)
    for (const { result } of shown) expect(result).toMatchObject({ verdict: 'unanswered', answer: null })
    expect(shown.map(({ result }) => result!.key!.type).toSorted()).toEqual(['blank', 'judge', 'multiple', 'single'])
    const rows = await server.db.selectFrom('question_attempts').select('id').where('user_id', '=', user.id).execute()
    expect(rows).toEqual([])
  })

  it('concurrent starts create one practice', async () => {
    const { client } = await owner()
    const all = await Promise.all(Array.from({ length: 6 }, () => begin(client, { mode: 'random' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })

  it('only owners can practise and add favourites; favourites can be practised', async () => {
    const { client, user } = await owner()
    const stranger = await server.as()
    expect((await stranger.send('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'random' })).code).toBe(7)
    expect(await stranger.call('GET /v1/bank_home', { id: drill.uid })).toMatchObject({ locked: true })
    expect((await stranger.send('POST /v1/question_favourite', { id: uidOf('judge', 'drill'), on: true })).code).toBe(7)
    expect(await client.send('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'favourite' })).toMatchObject({
      data: { error: 'nothing-to-practise' },
    })
    const id = uidOf('judge', 'drill')
    for (const on of [true, true]) await client.call('POST /v1/question_favourite', { id, on })
    const practice = await begin(client, { mode: 'favourite' })
    expect(practice.cards).toMatchObject([{ question: id, favourite: true }])
    // Other users cannot read or change the practice.
    for (const [name, input] of [
      ['GET /v1/bank_practice', { id: practice.id }],
      ['GET /v1/bank_practice_questions', { id: practice.id, from: 0 }],
      ['POST /v1/bank_practice_place', { id: practice.id, position: 0 }],
      ['POST /v1/bank_practice_clear', { id: practice.id }],
      ['POST /v1/bank_practice_answer', { id: practice.id, question: id, answer: { type: 'judge', value: true } }],
    ] as const)
      expect(await stranger.send(name, input)).toMatchObject({ data: { error: 'practice-not-found' } })
    await revokeEntitlement(server.db, { userId: user.id, curriculumId: drill.id, source: 'free', now: testStart })
    expect((await client.send('GET /v1/bank_practice_questions', { id: practice.id, from: 0 })).code).toBe(7)
  })

  it('the daily goal counts distinct questions and restarts at midnight in Shanghai', async () => {
    const { client } = await owner()
    await client.call('POST /v1/practice_goal', { goal: 2 })
    const today = async () => (await client.call('GET /v1/bank_home', { id: drill.uid })).today
    // 16:00 in Shanghai; the day ends eight hours later.
    await answer(client, 'single', true)
    await answer(client, 'single', false)
    expect(await today()).toEqual({ done: 1, goal: 2 })
    server.clock.set(testStart + 8 * 3600 - 1)
    expect((await answer(client, 'judge', true)).today).toEqual({ done: 2, goal: 2 })
    server.clock.set(testStart + 8 * 3600)
    expect(await today()).toEqual({ done: 0, goal: 2 })
  })
})

describe('错题本', () => {
  it('adds a wrongly answered question, schedules reviews and removes it after three correct reviews', async () => {
    const { client } = await owner()
    const list = async (input = {}) => (await client.call('GET /v1/wrong_list', input)).list
    await answer(client, 'single', false)
    const [item] = await list()
    expect(item).toMatchObject({
      id: uidOf('single', 'drill'),
      source: 'bank',
      wrongCount: 1,
      rightStreak: 0,
      dueAt: testStart + day,
      result: { verdict: 'wrong', question: { type: 'single' } },
    })
    expect(await list({ due: true })).toEqual([])
    // A correct answer before the due date does not count.
    await answer(client, 'single', true)
    expect(await list()).toMatchObject([{ rightStreak: 0, dueAt: testStart + day }])
    let due = testStart + day
    for (const [streak, days] of [
      [1, 3],
      [2, 8],
    ] as const) {
      server.clock.set(due)
      expect((await begin(client, { mode: 'due', bank: undefined })).count).toBe(1)
      await answer(client, 'single', true)
      due += days * day
      expect(await list()).toMatchObject([{ rightStreak: streak, dueAt: due }])
    }
    server.clock.set(due)
    await answer(client, 'single', true)
    expect(await list()).toEqual([])
    expect(await client.call('GET /v1/wrong_summary', {})).toMatchObject({ total: 0, mastered: 1, rightToLeave: 3 })
    await answer(client, 'single', false)
    expect(await list()).toMatchObject([{ wrongCount: 2, rightStreak: 0 }])
  })

  it('filters questions by source, type, cause and curriculum; tags, prints and removes them', async () => {
    const { client } = await owner()
    const other = await server.as()
    await answer(client, 'single', false)
    await answer(client, 'judge', false)
    const id = uidOf('single', 'drill')
    await client.call('POST /v1/wrong_tag', { id, causes: ['concept', 'concept'], note: ' 看书 ' })
    const found = async (filter: object) =>
      (await client.call('GET /v1/wrong_list', filter)).list.map(({ result }) => result.question.type).sort()
    expect(await found({})).toEqual(['judge', 'single'])
    expect(await found({ type: 'judge' })).toEqual(['judge'])
    expect(await found({ cause: 'concept' })).toEqual(['single'])
    expect(await found({ source: 'exam' })).toEqual([])
    expect(await found({ curriculum: drill.uid })).toEqual(['judge', 'single'])
    expect(await found({ curriculum: randomUUID() })).toEqual([])
    expect(await client.call('GET /v1/wrong_summary', {})).toMatchObject({
      total: 2,
      causes: [{ cause: 'concept', count: 1 }],
      sources: [{ source: 'bank', count: 2 }],
      curricula: [{ title: '小题库', count: 2 }],
    })
    const printed = await client.call('GET /v1/wrong_print', { cause: 'concept' })
    expect(printed).toMatchObject({ total: 1, list: [{ causes: ['concept'], note: '看书' }] })
    expect((await begin(client, { mode: 'wrong', bank: undefined, cause: 'concept', type: undefined })).count).toBe(1)
    // Other users can neither tag nor remove the question.
    expect(await other.send('POST /v1/wrong_tag', { id, causes: [] })).toMatchObject({
      data: { error: 'question-not-found' },
    })
    expect(await other.call('POST /v1/wrong_remove', { ids: [id] })).toEqual({ removed: 0 })
    expect(await client.call('POST /v1/wrong_remove', { ids: [id, randomUUID()] })).toEqual({ removed: 1 })
    expect(await found({})).toEqual(['judge'])
    await answer(client, 'single', false)
    expect(await found({})).toEqual(['judge', 'single'])
  })

  it('a self-assessment counts only when due and moves the due date; after three successes the question leaves 错题本', async () => {
    const { client } = await owner()
    const stranger = await server.as()
    await answer(client, 'single', false)
    const id = uidOf('single', 'drill')
    const early = await client.call('POST /v1/wrong_review', { id, knew: true })
    expect(early).toMatchObject({ counted: false, mastered: false, rightStreak: 0, dueAt: testStart + day })
    server.clock.set(early.dueAt)
    const first = await client.call('POST /v1/wrong_review', { id, knew: true })
    expect(first).toMatchObject({ counted: true, rightStreak: 1, dueAt: early.dueAt + 3 * day })
    // Answered “not known”: due again the next day, and successes are counted from zero.
    const lapse = await client.call('POST /v1/wrong_review', { id, knew: false })
    expect(lapse).toMatchObject({ counted: true, rightStreak: 0, dueAt: early.dueAt + day })
    let last = lapse
    for (let times = 0; times < 3; times++) {
      server.clock.set(last.dueAt)
      last = await client.call('POST /v1/wrong_review', { id, knew: true })
    }
    expect(last.mastered).toBe(true)
    const notFound = { data: { error: 'question-not-found' } }
    expect(await client.send('POST /v1/wrong_review', { id, knew: true })).toMatchObject(notFound)
    expect(await stranger.send('POST /v1/wrong_review', { id, knew: false })).toMatchObject(notFound)
  })

  it('paging returns every question once', async () => {
    const { client } = await owner()
    for (const type of ['single', 'judge'] as const) await answer(client, type, false)
    const first = await client.call('GET /v1/wrong_list', { pageSize: 1 })
    const second = await client.call('GET /v1/wrong_list', { pageSize: 1, lastItem: first.lastItem! })
    expect(first.hasMore && !second.hasMore).toBe(true)
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(2)
  })
})
