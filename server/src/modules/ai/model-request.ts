import { randomBytes } from 'node:crypto'
import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import { type Ai, type AiMessage, type AiUsage, estimateMessages, writeWhole } from '../../adapters/ai/ai'
import type { Clock } from '../../base/clock'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { costOf, reserveSpending, type SpentScope, settleSpending } from './budget'

/** Quotes texts for a prompt: they cannot close the delimiter, because it is random. */
export function createQuotes() {
  const mark = `资料-${randomBytes(9).toString('hex')}`
  return { mark, quote: (name: string, text: string) => `<${mark} ${name}>\n${text.replaceAll(mark, '')}\n</${mark}>` }
}

export interface WholeRequest {
  ai: Ai
  messages: AiMessage[]
  userId: number
  purpose: AiPurpose
  maxTokens: number
  signal: AbortSignal
}

/**
 * Requests an answer that the server reads as a whole, within the budgets of the user and the site. Returns the scope whose
 * budget does not allow it. Throws the model's error; the tokens used until then are booked.
 */
export async function writeWithinBudget(
  { rootDb: db, clock, config }: { rootDb: Db; clock: Clock; config: Config },
  { ai, messages, userId, purpose, maxTokens, signal }: WholeRequest,
): Promise<{ text: string; usage: AiUsage } | SpentScope> {
  const most = { input: estimateMessages(messages), output: maxTokens }
  const [tokens, micros] = [most.input + most.output, costOf(most, config.ai)]
  const reserved = await reserveSpending(db, { userId, now: clock.now(), purpose, tokens, micros }, config.ai)
  if (typeof reserved === 'string') return reserved
  let usage: AiUsage = { input: 0, output: 0, estimated: true }
  const onUsage = (used: AiUsage) => {
    usage = used
  }
  try {
    return { text: await writeWhole(ai, messages, signal, { maxTokens, onUsage }), usage }
  } finally {
    await settleSpending(db, reserved, { tokens: usage.input + usage.output, micros: costOf(usage, config.ai) })
  }
}
