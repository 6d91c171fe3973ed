import { randomUUID } from 'node:crypto'
import type { AiTurn } from '@dxx/contract/calls/ai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAiCompatible } from '../../adapters/ai/openai'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { aiKey, aiModel, startOpenAiSimulator } from '../../testing/simulators/openai'
import { uid, withTextbook } from '../questions/questions.fixture'

let server: TestApp
let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>
let small: Awaited<ReturnType<typeof withTextbook>>
beforeAll(async () => {
  simulator = await startOpenAiSimulator()
  server = await startTestApp()
  small = await withTextbook(server)
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
  await simulator.close()
})

/** Asks about the topic of a question in the book, then for exercises. */
async function exercises(client: Client): Promise<AiTurn> {
  let conversationId: string | undefined
  let turn: AiTurn | undefined
  for (const input of [{ text: '读两个数输出它们的和' }, { mode: 'practice' }]) {
    const response = await client.fetch('POST /v1/ai_ask', { key: randomUUID(), conversationId, ...input })
    const lines = (await response.text()).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line).data)
    conversationId = events[0].conversationId
    turn = events.at(-1).turn
  }
  return turn!
}

it('without a model, exercises are questions of the materials, each with its own citation', async () => {
  const { client } = await small.owner()
  const turn = await exercises(client)
  expect(turn).toMatchObject({ mode: 'practice', generated: false, held: true })
  const [first] = turn.sources
  const id = /^pages\/exam\/answer\?question=([0-9a-f-]{36})$/.exec(first!.link)![1]!
  expect(id).toBe(uid('paid-code'))
  const { question } = await client.call('GET /v1/textbooks_get_question', { id })
  expect(question.id).toBe(id)
})

it('with a model, new exercises are generated from the materials with citations', async () => {
  server.env.ai = openAiCompatible({ url: simulator.url, key: aiKey, model: aiModel })
  const { client } = await small.owner()
  const turn = await exercises(client)
  expect(simulator.seen.at(-1)!.messages.at(-1)!.content).toContain('出 3 道练习题')
  expect(turn).toMatchObject({ mode: 'practice', generated: true })
  expect(turn.html).toContain('参考答案')
  expect(turn.html).toContain('class="cite"')
})
