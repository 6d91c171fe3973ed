import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { deliveredPercent } from '../access/public'
import { allRight, uid, withTextbook } from './questions.fixture'

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
beforeAll(async () => {
  server = await startTestApp()
  small = await withTextbook(server)
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

const submitCall = 'POST /v1/textbooks_test_submit'

describe('a chapter test', () => {
  it("lists tests with the user's attempts; users without an entitlement can open only tests of free chapters", async () => {
    const stranger = await server.as()
    const list = await stranger.call('GET /v1/textbooks_test_list', { id: small.textbook })
    expect(list).toMatchObject([
      { title: '第 1 章', count: 7, score: 19, locked: true, attempts: 0, best: null, last: null },
      { title: '第 2 章', count: 1, score: 1, locked: false },
    ])
    expect((await stranger.send('GET /v1/textbooks_get_test', { id: small.tests[0]! })).code).toBe(7)
    expect((await stranger.call('GET /v1/textbooks_get_test', { id: small.tests[1]! })).questions).toHaveLength(1)
    expect(await stranger.send('GET /v1/textbooks_get_test', { id: randomUUID() })).toMatchObject({
      data: { error: 'test-not-found' },
    })
    expect(await stranger.send('GET /v1/textbooks_test_list', { id: randomUUID() })).toMatchObject({
      data: { error: 'curriculum-not-found' },
    })
  })

  it('a chapter test counts as delivered once its keys are shown, unless its chapter is free', async () => {
    const { client, user } = await small.owner()
    const { curriculum_id } = await server.db
      .selectFrom('chapters')
      .select('curriculum_id')
      .where('uid', '=', small.tests[0]!)
      .executeTakeFirstOrThrow()
    const delivered = () => deliveredPercent(server.db, user.id, curriculum_id)
    const open = (test: string) => client.call('GET /v1/textbooks_get_test', { id: test })
    const submitEmpty = async (test: string) =>
      client.call(submitCall, { paper: (await open(test)).paper, answers: [], seconds: 1 })
    await submitEmpty(small.tests[1]!)
    await open(small.tests[0]!)
    expect(await delivered()).toBe(0)
    await submitEmpty(small.tests[0]!)
    const first = await delivered()
    expect(first).toBeGreaterThan(20)
    await submitEmpty(small.tests[0]!)
    expect(await delivered()).toBe(first)
  })

  it('a chapter test is submitted, scored and shown with verdicts and analyses', async () => {
    const { client } = await small.owner()
    const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
    const brief = await client.call(submitCall, { paper: test.paper, answers: allRight(test.questions), seconds: 321 })
    expect(brief).toMatchObject({
      state: 'marking',
      score: 14,
      maxScore: 19,
      waitingScore: 5,
      right: 6,
      count: 7,
      seconds: 321,
    })
    const shown = await client.call('GET /v1/textbooks_show_exam', { id: brief.id })
    expect(shown).toMatchObject({
      ...brief,
      title: '第 1 章',
      textbook: { title: '小教材' },
      chapterId: small.tests[0],
    })
    expect(shown.results.map(({ question: { type }, verdict, score }) => [type, verdict, score])).toEqual([
      ['single', 'right', 2],
      ['judge', 'right', 1],
      ['blank', 'right', 2],
      ['short', 'marking', 0],
      ['order', 'right', 3],
      ['match', 'right', 2],
      ['material', 'right', 4],
    ])
    // The result shows the questions of the paper in the same order and with the same ids.
    expect(shown.results.map((result) => result.question)).toEqual(test.questions)
    expect(shown.results[3]!.key).toEqual({
      type: 'short',
      reference: '<p>参考秘密。</p>',
      points: [
        { score: 2, html: '要点秘密一' },
        { score: 3, html: '要点秘密二' },
      ],
    })
    expect(shown.results[2]!.key).toEqual({
      type: 'blank',
      blanks: [
        { accepted: ['空的秘密', '空的秘密二'], rendered: ['', ''], verdict: 'right' },
        { accepted: ['3.14 ± 0.01'], rendered: [''], verdict: 'right' },
      ],
    })
    expect(shown.results[6]!.parts).toMatchObject([
      { verdict: 'right', score: 2, analysis: '<p>小题解析秘密。</p>' },
      { verdict: 'right', score: 2, maxScore: 2 },
    ])
    expect(await (await server.as()).send('GET /v1/textbooks_show_exam', { id: brief.id })).toMatchObject({
      data: { error: 'attempt-not-found' },
    })
  })

  it('an incomplete chapter test can be submitted; the list shows the best and the last attempt', async () => {
    const { client, user } = await small.owner()
    const attempt = async (pick: (answers: ReturnType<typeof allRight>) => ReturnType<typeof allRight>) => {
      server.clock.advance(60)
      const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
      return client.call(submitCall, { paper: test.paper, answers: pick(allRight(test.questions)) })
    }
    const good = await attempt((all) => all.filter(({ answer }) => answer.type !== 'short'))
    const empty = await attempt(() => [])
    expect(good).toMatchObject({ state: 'scored', score: 14, waitingScore: 0 })
    expect(empty).toMatchObject({ state: 'scored', score: 0, right: 0, count: 7 })
    const [row] = await client.call('GET /v1/textbooks_test_list', { id: small.textbook })
    expect(row).toMatchObject({ attempts: 2, best: { id: good.id }, last: { id: empty.id }, locked: false })
    // Questions that were not answered are not added to 错题本.
    const wrong = await server.db
      .selectFrom('wrong_questions')
      .select('question_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(wrong).toEqual([])

    const first = await client.call('GET /v1/test_list', { pageSize: 1 })
    expect(first).toMatchObject({ total: 2, hasMore: true, list: [{ id: empty.id, title: '第 1 章' }] })
    const next = await client.call('GET /v1/test_list', { pageSize: 1, lastItem: first.lastItem! })
    expect(next).toMatchObject({ hasMore: false, list: [{ id: good.id }] })
    expect((await client.call('GET /v1/test_list', { chapter: small.tests[1]! })).total).toBe(0)
    expect((await client.call('GET /v1/test_list', { textbook: small.textbook })).total).toBe(2)
    expect((await (await server.as()).call('GET /v1/test_list', {})).total).toBe(0)
  })

  it.each<[string, (all: ReturnType<typeof allRight>) => object]>([
    ['a question of another test', (all) => [...all, { id: uid('u-judge'), answer: { type: 'judge', value: true } }]],
    ['the same question twice', (all) => [...all, all[1]]],
    ['an answer to another question', (all) => [{ ...all[0], answer: all[1]!.answer }]],
    [
      'an unknown question part',
      (all) => [
        { id: all[6]!.id, answer: { type: 'material', parts: [{ id: 'aaaaaaaaaa', answer: all[1]!.answer }] } },
      ],
    ],
    ['too many blanks', (all) => [{ id: all[2]!.id, answer: { type: 'blank', blanks: ['1', '2', '3'] } }]],
    ['an object instead of a list', () => ({})],
  ])('a chapter test with %s is rejected and nothing is stored', async (_what, make) => {
    const { client, user } = await small.owner()
    const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
    const answers = make(allRight(test.questions))
    expect(await client.send(submitCall, { paper: test.paper, answers })).toMatchObject({
      data: { error: 'invalid-input' },
    })
    const attempts = await server.db.selectFrom('test_attempts').select('id').where('user_id', '=', user.id).execute()
    expect(attempts).toEqual([])
    // The paper is still valid.
    expect((await client.send(submitCall, { paper: test.paper, answers: [] })).code).toBe(1)
  })

  it('fifty concurrent submissions with one idempotency key create one attempt and get equal responses', async () => {
    const { client, user } = await small.owner()
    const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
    const input = { paper: test.paper, answers: allRight(test.questions) }
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.call(submitCall, input, { key })))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    const rows = await server.db.selectFrom('question_attempts').select('id').where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(7)
    expect((await client.call('GET /v1/test_list', {})).total).toBe(1)
  })

  it('one of several concurrent submissions creates an attempt; the others are refused with its id', async () => {
    const { client } = await small.owner()
    const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[0]! })
    const input = { paper: test.paper, answers: allRight(test.questions) }
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.send(submitCall, input)))
    const [made, ...more] = replies.filter(({ code }) => code === 1)
    expect(more).toEqual([])
    for (const { code, data } of replies.filter((reply) => reply !== made))
      expect({ code, data }).toEqual({ code: 4, data: { error: 'paper-used', attempt: made!.data.id } })
    expect((await client.call('GET /v1/test_list', {})).total).toBe(1)
  })
})
