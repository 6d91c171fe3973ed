import { randomUUID } from 'node:crypto'
import type { AiEvent, AiTurn } from '@dxx/contract/calls/ai'
import type { TestApp } from '../../testing/app'

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
