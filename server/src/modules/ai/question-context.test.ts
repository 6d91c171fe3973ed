import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAiCompatible } from '../../adapters/ai/openai'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { aiKey, aiModel, startOpenAiSimulator } from '../../testing/simulators/openai'
import { grantEntitlement } from '../access/public'
import { fixtureAnswer, start, stepsFor, uidOf, withSchool } from '../exams/exams.fixture'
import { readCues, subtitlesAt } from './lesson-text'
import { paragraphPlainText } from './question-texts'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
})
afterAll(() => server.close())

const questionId = uidOf('single')
const secret = '解析秘密'

async function take(client: Client, exam: string) {
  const paper = await start(client, exam)
  const { id: attempt } = paper.attempt
  await client.call('POST /v1/exam_save', { attempt, epoch: 1, steps: stepsFor(paper, false) })
  await client.call('POST /v1/exam_submit', { attempt, epoch: 1 })
}

/** Returns the last streamed line, or the refusal; `first` is the data of the first line. */
async function ask(client: Client, input: object) {
  const lines = (await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), ...input })).text())
    .trim()
    .split('\n')
  return { ...JSON.parse(lines.at(-1)!), first: JSON.parse(lines[0]!).data }
}

it('a user who has seen the answers can ask about an exam question after the exam', async () => {
  const [withAnswers, never] = [await school.student(), await school.student('here', 1)]
  const exam = await school.publish({ classes: ['one'], analysis: 'submitted' })
  const silent = await school.publish({ classes: ['two'], analysis: 'never', endsAt: testStart + 3000 })
  await take(withAnswers.client, exam)
  await take(never.client, silent)
  await school.tick()
  // The exam is still open to other students, so its questions are embargoed.
  expect((await ask(withAnswers.client, { questionId })).data.error).toBe('question-not-found')

  server.clock.set(testStart + 3600 + 31)
  await school.tick()
  const response = await ask(withAnswers.client, { questionId })
  expect(response.data.turn).toMatchObject({ question: '讲讲这道题', quote: expect.stringContaining('单选？') })
  expect(JSON.stringify(response)).not.toContain(secret)
  const { conversationId } = response.first
  expect((await ask(withAnswers.client, { conversationId, mode: 'explain' })).data.turn.text).toContain(secret)

  expect((await ask(never.client, { questionId })).data.error).toBe('question-not-found')
  expect((await ask(await server.as(), { questionId })).data.error).toBe('question-not-found')
})

it('includes the answer key of a question only after the user has answered it', async () => {
  const user = await server.createUser()
  const client = await server.as(user)
  const bank = await server.db
    .selectFrom('curricula')
    .select(['id', 'uid'])
    .where('slug', '=', 'drill')
    .executeTakeFirstOrThrow()
  await grantEntitlement(server.db, { userId: user.id, curriculumId: bank.id, source: 'test', now: server.clock.now() })
  const explained = async () => {
    const { first } = await ask(client, { questionId: uidOf('single', 'drill') })
    return (await ask(client, { conversationId: first.conversationId, mode: 'explain' })).data.turn.text as string
  }
  expect(await explained()).not.toContain(secret)
  const why = { questionId: uidOf('single', 'drill'), mode: 'why' }
  expect((await ask(client, why)).data.error).toBe('ai-not-answered')
  const practice = await client.call('POST /v1/bank_practice_start', { bank: bank.uid, mode: 'random' })
  const list = await client.call('GET /v1/bank_practice_questions', { id: practice.id, from: 0 })
  const { question } = list.find((one) => one.question.type === 'single')!
  const given = { id: practice.id, question: question.id, answer: fixtureAnswer(question, false) }
  await client.call('POST /v1/bank_practice_answer', given)
  expect(await explained()).toContain(secret)
  // Names the wrong option by its text, because papers shuffle the letters.
  const { text } = (await ask(client, why)).data.turn
  expect(text).toMatch(/你的答案：\s+> (甲|丙|以上都不对)/)
  expect(text).toContain(secret)
  // 对 and 错 are options without a text of their own.
  const judged = list.find((one) => one.question.type === 'judge')!.question
  await client.call('POST /v1/bank_practice_answer', {
    id: practice.id,
    question: judged.id,
    answer: fixtureAnswer(judged, false),
  })
  const whyJudged = (await ask(client, { questionId: uidOf('judge', 'drill'), mode: 'why' })).data.turn.text as string
  expect(whyJudged).toMatch(/你的答案：\s+> (对|错)/)
})

it('with a model, the prompt of a hint contains no key, and the hint must not state the key', async () => {
  const simulator = await startOpenAiSimulator()
  try {
    server.env.ai = openAiCompatible({ url: simulator.url, key: aiKey, model: aiModel })
    const user = await server.createUser()
    const client = await server.as(user)
    const { id } = await server.db
      .selectFrom('curricula')
      .select('id')
      .where('slug', '=', 'drill')
      .executeTakeFirstOrThrow()
    await grantEntitlement(server.db, { userId: user.id, curriculumId: id, source: 'test', now: server.clock.now() })
    simulator.say('单选？应该选乙。再看看甲和丙，想一想哪个不对？')
    const response = await ask(client, { questionId: uidOf('single', 'drill') })
    expect(response.data.turn.text).not.toContain('选乙')
    expect(response.data.turn.text).toContain('想一想')
    expect(response.data.turn.dropped).toBe(1)
    expect(JSON.stringify(simulator.seen.at(-1))).not.toContain(secret)
    expect(JSON.stringify(simulator.seen.at(-1))).toContain('不要说出这道题的答案')
  } finally {
    server.env.ai = null
    await simulator.close()
  }
})

it('a question about a lesson is answered from the subtitles around the second', () => {
  const cues = readCues(
    'WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n今天讲<b>栈</b>。\n\n00:10.000 --> 00:14.000 align:start\n栈是后进先出的。\n\nNOTE 不是字幕\n\n00:05:00.000 --> 00:05:02.000\n下一节讲队列。\n',
  )
  expect(cues).toEqual([
    { start: 1, end: 4, text: '今天讲栈。' },
    { start: 10, end: 14, text: '栈是后进先出的。' },
    { start: 300, end: 302, text: '下一节讲队列。' },
  ])
  expect(subtitlesAt(cues, 12)).toEqual({ line: '栈是后进先出的。', around: '今天讲栈。\n栈是后进先出的。' })
  expect(subtitlesAt([], 12)).toEqual({ line: '', around: '' })
})

it('plainText returns a formula once, as its TeX source', () => {
  const katex =
    '<span class="katex"><span class="katex-mathml"><math><semantics><mi>m</mi><annotation encoding="application/x-tex">m</annotation></semantics></math></span><span class="katex-html">m</span></span>'
  expect(paragraphPlainText(`<p>长度为 ${katex} 的数组</p>`)).toBe('长度为 $m$ 的数组')
})
