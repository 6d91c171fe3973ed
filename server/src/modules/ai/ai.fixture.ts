import { randomUUID } from 'node:crypto'
import type { AiEvent, AiTurn } from '@dxx/contract/calls/ai'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openAiCompatible } from '../../adapters/ai/openai'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { aiKey, aiModel, startOpenAiSimulator } from '../../testing/simulators/openai'
import { grantEntitlement } from '../access/public'

export type AiClient = Awaited<ReturnType<TestApp['as']>>

/** Reads a streamed response to its end; throws if it is a refusal. */
async function readAiEvents(response: Response): Promise<AiEvent[]> {
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => {
    const { code, msg, data } = JSON.parse(line)
    if (code !== 1) throw new Error(`${code} ${msg} ${data.error}`)
    return data
  })
}

export const askAi = async (client: AiClient, input: object) =>
  readAiEvents(await client.fetch('POST /v1/ai_ask', { key: randomUUID(), ...input }))

export const finalTurn = (list: AiEvent[]): AiTurn => {
  const last = list.at(-1)!
  if (last.type !== 'done') throw new Error(`ended with ${last.type}`)
  return last.turn
}

export const startedConversation = (list: AiEvent[]) => (list[0] as Extract<AiEvent, { type: 'start' }>).conversationId

export let server: TestApp
export let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>
export let book: Awaited<ReturnType<typeof addCurriculum>>

/** Starts a server with a textbook, and a model service, for the tests of a file. */
export function startAi(): void {
  beforeAll(async () => {
    simulator = await startOpenAiSimulator()
    server = await startTestApp()
    book = await addCurriculum(server.db, {
      kind: 'textbook',
      title: '数据结构',
      price: 30,
      chapters: [
        {
          title: '1.1 栈：后进先出',
          free: true,
          text: ['栈只允许在一端进出。', '入栈和出栈都只动栈顶，所以时间复杂度是常数。', '下一节讲队列。'],
        },
        { title: '1.2 队列：先进先出', text: ['队列从队尾进、从队头出，像食堂打饭排队。'] },
      ],
    })
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })
  afterEach(() => {
    server.env.ai = null
    simulator.trouble()
  })
}

export const withModel = () => {
  server.env.ai = openAiCompatible({ url: simulator.url, key: aiKey, model: aiModel })
}

/** Creates a user who owns the textbook. */
export async function owner() {
  const user = await server.createUser()
  await grantEntitlement(server.db, { userId: user.id, curriculumId: book.id, source: 'test', now: testStart })
  return { ...user, client: await server.as(user) }
}
