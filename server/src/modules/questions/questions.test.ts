import { randomUUID } from 'node:crypto'
import type { StudentCallName } from '@dxx/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { callAll } from '../../testing/call-all'
import type { Client } from '../../testing/client'
import { long, sampleOf } from '../../testing/measurements'
import { grantEntitlement, revokeEntitlement } from '../access/public'
import { questionsAccountData } from './public'
import { choose, secrets, uid, withTextbook } from './questions.fixture'
import { files } from './small-textbook.fixture'

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 100_000 })
  small = await withTextbook(server)
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

const question = 'GET /v1/textbooks_get_question'
const answerIt = 'POST /v1/textbooks_question_submit'
const submitCall = 'POST /v1/textbooks_test_submit'

describe('an embedded question', () => {
  it('an embedded question of a free chapter is returned to every user, other questions to owners only', async () => {
    const stranger = await server.as()
    const { client } = await small.owner()
    expect((await server.guest.send(question, { id: uid('free-single') })).code).toBe(3)
    expect((await stranger.call(question, { id: uid('free-single') })).question).toMatchObject({
      type: 'single',
      score: 2,
    })
    expect(await stranger.send(question, { id: uid('paid-multiple') })).toMatchObject({ code: 7 })
    expect((await client.call(question, { id: uid('paid-multiple') })).question.type).toBe('multiple')
  })

  it('an embedded question of an unknown id is not found', async () => {
    const { client } = await small.owner()
    expect(await client.send(question, { id: randomUUID() })).toMatchObject({ data: { error: 'question-not-found' } })
  })

  it('an embedded question of a bank requires an entitlement to the bank, and its answer counts for the bank', async () => {
    const id = uid('drill-one', 'bank', 'drill')
    const { client, user } = await small.owner()
    expect((await client.send(question, { id })).code).toBe(7)
    const { id: bank } = await server.db
      .selectFrom('curricula')
      .select('id')
      .where('slug', '=', 'drill')
      .executeTakeFirstOrThrow()
    await grantEntitlement(server.db, { userId: user.id, curriculumId: bank, source: 'free', now: testStart })
    const { paper } = await client.call(question, { id })
    const { result } = await client.call(answerIt, { paper, answer: { type: 'judge', value: false } })
    expect(result.verdict).toBe('wrong')
    expect((await client.call('GET /v1/wrong_list', {})).list).toMatchObject([{ id, source: 'bank' }])
    expect((await client.call(question, { id })).attempts).toBe(1)
  })

  it('an embedded question has different option ids on every paper and keeps the order of fixed options', async () => {
    const client = await server.as()
    const seen = new Set<string>()
    const orders = new Set<string>()
    for (let i = 0; i < 12; i++) {
      const { question: shown } = await client.call(question, { id: uid('free-single') })
      if (shown.type !== 'single') throw new Error('not single')
      for (const { id } of shown.options) seen.add(id)
      orders.add(shown.options.map(({ html }) => html).join())
      expect(shown.options.at(-1)!.html).toBe('以上都不对')
    }
    expect(seen.size).toBe(12 * 4)
    expect(orders.size).toBeGreaterThan(1)
  })

  it('an embedded question is scored, returned and stored with best and last result', async () => {
    const { client, user } = await small.owner()
    const id = uid('paid-multiple')
    const give = async (...texts: string[]) => {
      const { paper, question: shown } = await client.call(question, { id })
      const { result } = await client.call(answerIt, { paper, answer: choose(shown, ...texts) })
      return result
    }
    const wrong = await give('甲', '丁')
    expect(wrong).toMatchObject({ verdict: 'wrong', score: 0, maxScore: 3, analysis: '<p>解析秘密二。</p>' })
    expect((await give('乙', '丙', '甲')).verdict).toBe('right')
    const part = await give('甲')
    expect(part).toMatchObject({ verdict: 'partial', score: 1.5 })
    if (part.key?.type !== 'multiple' || part.question.type !== 'multiple') throw new Error('no key')
    const { options } = part.question
    expect(part.key.options.map((key) => options.find((option) => option.id === key)!.html)).toEqual(['甲', '乙', '丙'])

    const response = await client.call(question, { id })
    expect(response).toMatchObject({ attempts: 3, best: { score: 3, verdict: 'right' }, last: { score: 1.5 } })
    const again = await client.call('GET /v1/textbooks_question_result', { id: response.last!.id })
    expect(again.result).toEqual(part)
    const other = await server.as()
    expect(await other.send('GET /v1/textbooks_question_result', { id: response.last!.id })).toMatchObject({
      data: { error: 'attempt-not-found' },
    })
    const row = await server.db
      .selectFrom('wrong_questions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ wrong_count: 2, right_streak: 0, source: 'textbook', removed_at: null })
  })

  it("rejects a forged paper, another user's paper and a paper that was already submitted", async () => {
    const { client } = await small.owner()
    const other = await small.owner()
    const { paper, question: shown } = await client.call(question, { id: uid('free-single') })
    const answer = choose(shown, '乙')
    const error = async (token: string, by = client) => (await by.send(answerIt, { paper: token, answer })).data.error
    const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
    const middle = Math.floor(paper.length / 2)
    const flipped = `${paper.slice(0, middle)}${paper[middle] === 'A' ? 'B' : 'A'}${paper.slice(middle + 1)}`
    expect(await error(flipped)).toBe('paper-invalid')
    expect(await error('x')).toBe('paper-invalid')
    expect(await error(test.paper)).toBe('paper-invalid')
    expect(await error(paper, other.client)).toBe('paper-invalid')
    expect((await client.send(answerIt, { paper, answer })).code).toBe(1)
    expect(await error(paper)).toBe('paper-used')
  })

  it.each<[string, (options: string[]) => object]>([
    ['another type', () => ({ type: 'judge', value: true })],
    ['an unknown option', () => ({ type: 'single', options: ['aaaaaaaaaa'] })],
    ['two options', (options) => ({ type: 'single', options: options.slice(0, 2) })],
    ['the same option twice', (options) => ({ type: 'single', options: [options[0], options[0]] })],
    ['the number of an option', () => ({ type: 'single', options: ['1'] })],
    ['an object instead of a list', () => ({ type: 'single', options: { length: 1 } })],
    ['an empty object', () => ({})],
  ])('rejects %s as an answer and stores nothing', async (_what, make) => {
    const { client, user } = await small.owner()
    const { paper, question: shown } = await client.call(question, { id: uid('free-single') })
    const options = shown.type === 'single' ? shown.options.map(({ id }) => id) : []
    expect(await client.send(answerIt, { paper, answer: make(options) })).toMatchObject({
      code: 0,
      data: { error: 'invalid-input' },
    })
    const attempts = await server.db
      .selectFrom('question_attempts')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(attempts).toEqual([])
  })

  it('an embedded question cannot be answered after the entitlement ends', async () => {
    const { client, user } = await small.owner()
    const { paper, question: shown } = await client.call(question, { id: uid('paid-multiple') })
    const now = server.clock.now()
    await revokeEntitlement(server.db, { userId: user.id, curriculumId: small.textbookId, source: 'order 1', now })
    expect((await client.send(answerIt, { paper, answer: choose(shown, '甲') })).code).toBe(7)
  })

  it('an answer is scored by the displayed version, even if the author changed the question since', async () => {
    const { client } = await small.owner()
    const id = uid('free-single')
    const { paper, question: shown } = await client.call(question, { id })
    const file = 'textbooks/small/questions/embedded.md'
    await small.folder.write({ [file]: files[file].replace('- [x] 乙', '- [ ] 乙').replace('- [ ] 甲', '- [x] 甲') })
    await small.folder.run(server.db)
    const { result } = await client.call(answerIt, { paper, answer: choose(shown, '乙') })
    expect(result.verdict).toBe('right')
    const changed = await client.call(question, { id })
    const second = await client.call(answerIt, { paper: changed.paper, answer: choose(changed.question, '乙') })
    expect(second.result.verdict).toBe('wrong')
    await small.folder.write({ [file]: files[file] })
    await small.folder.run(server.db)
    const old = await client.call('GET /v1/textbooks_question_result', { id: second.id })
    expect(old.result.verdict).toBe('wrong')
  })
})

it('responses before scoring contain no keys, rubrics or hidden tests', async () => {
  const { client } = await small.owner()
  const bodies: string[] = []
  const look = async (name: string, input: object) => {
    const response = await client.fetch(name, input)
    bodies.push(await response.text())
    return JSON.parse(bodies.at(-1)!).data
  }
  for (const slug of ['free-single', 'paid-multiple', 'paid-code', 'paid-sql', 't-blank', 't-short', 't-material'])
    await look('GET /v1/textbooks_get_question', { id: uid(slug) })
  const test = await look('GET /v1/textbooks_get_test', { id: small.tests[0]! })
  await look('GET /v1/textbooks_test_list', { id: small.textbook })
  await look('GET /v1/test_list', {})
  await look('POST /v1/textbooks_test_submit', { paper: test.paper, answers: [{ id: uid('t-judge'), answer: {} }] })
  await look('POST /v1/textbooks_test_submit', { paper: `${test.paper}x`, answers: [] })
  for (const body of bodies) {
    for (const secret of secrets) expect(body).not.toContain(secret)
    // The response may contain no field of the rubric and no number of the key.
    expect(body).not.toMatch(
      /"(right|correct|rubric|share|shares|fixed|analysis|solution|reference|points|hidden|key)":(?!\d+,"count")/,
    )
    expect(body).not.toMatch(/3\.14/)
  }
  // While a program waits for its run, key and analysis are not returned.
  const { paper } = await look('GET /v1/textbooks_get_question', { id: uid('paid-code') })
  const handed = await look('POST /v1/textbooks_question_submit', { paper, answer: { type: 'code', source: 'x' } })
  expect(handed.result).toMatchObject({ verdict: 'grading', key: null, analysis: '' })
  for (const secret of secrets) expect(bodies.at(-1)).not.toContain(secret)
})

it('questions and tests of an unpublished textbook are returned to owners only', async () => {
  const { client } = await small.owner()
  const stranger = await server.as()
  const responsesTo = (who: Client) =>
    Promise.all([
      who.send('GET /v1/textbooks_test_list', { id: small.textbook }),
      who.send('GET /v1/textbooks_get_test', { id: small.tests[1]! }),
      who.send(question, { id: uid('free-single') }),
    ])
  const refused = ['curriculum-not-found', 'test-not-found', 'question-not-found'].map((error) => ({ data: { error } }))
  const ofBook = server.db.updateTable('curricula').where('id', '=', small.textbookId)
  const asItWas = await server.db
    .selectFrom('curricula')
    .select(['published', 'published_at'])
    .where('id', '=', small.textbookId)
    .executeTakeFirstOrThrow()
  expect((await responsesTo(stranger)).map(({ code }) => code)).toEqual([1, 1, 1])
  for (const shut of [{ published: false }, { published_at: server.clock.now() + 1 }]) {
    await ofBook.set({ ...asItWas, ...shut }).execute()
    expect(await responsesTo(stranger)).toMatchObject(refused)
    expect((await responsesTo(client)).map(({ code }) => code)).toEqual([1, 1, 1])
  }
  await ofBook.set(asItWas).execute()
})

it(`no call of ${sampleOf('the API')} returns the key of a question before it is answered, not even to owners`, async () => {
  const { client } = await small.owner()
  const { uid: chapter } = await server.db
    .selectFrom('chapters as c')
    .innerJoin('questions as q', 'q.curriculum_id', 'c.curriculum_id')
    .select('c.uid')
    .where('q.uid', '=', uid('paid-multiple'))
    .executeTakeFirstOrThrow()
  const ids = [uid('paid-multiple'), uid('t-blank'), uid('paid-code'), small.textbook, small.tests[0]!, chapter]
  const named = { curriculumId: small.textbook, chapterId: chapter, question: uid('t-short') }
  const only = (name: StudentCallName, position: number) => long || name === question || position % 3 === 1
  const { responses } = await callAll(client, { ids, named, text: '秘密', only })
  const disclosing = responses.filter(({ text }) => secrets.some((secret) => text.includes(secret)))
  expect(disclosing.map(({ name, input }) => [name, input])).toEqual([])
  // Positive control: some of the called endpoints did return questions.
  expect(responses.filter(({ name, text }) => name === question && text.includes('"stem"')).length).toBeGreaterThan(2)
}, 240_000)

it('erasing an account deletes its answers to questions', async () => {
  const { client, user } = await small.owner()
  const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
  await client.call(submitCall, {
    paper: test.paper,
    answers: [{ id: test.questions[1]!.id, answer: { type: 'judge', value: true } }],
  })
  expect(await questionsAccountData.hasRecords!(server.db, user.id)).toBe(true)
  expect(await questionsAccountData.exportData!(server.db, user.id)).toHaveLength(7)
  await questionsAccountData.erase!(server.db, user.id, 0)
  expect(await questionsAccountData.hasRecords!(server.db, user.id)).toBe(false)
})
