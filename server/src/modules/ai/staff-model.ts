import { randomBytes } from 'node:crypto'
import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import { AiError, type AiMessage, type AiUsage, estimateMessages, writeWhole } from '../../adapters/ai/ai'
import { fail } from '../../base/refusal'
import type { StaffCtx } from '../../context'
import { costOf, reserveSpending, settleSpending } from './budget'

/** Quotes texts for a prompt: they cannot close the delimiter, because it is random. */
export function createQuotes() {
  const mark = `资料-${randomBytes(9).toString('hex')}`
  return { mark, quote: (name: string, text: string) => `<${mark} ${name}>\n${text.replaceAll(mark, '')}\n</${mark}>` }
}

/** Rejects the call if no model is configured. */
export function requireModel({ ai }: Pick<StaffCtx, 'ai'>): void {
  if (!ai) fail('ai-unavailable')
}

/** Shorter than the console waits for a response (60 s). A call with two requests shares it. */
export const suggestionPatience = () => AbortSignal.timeout(50_000)

/** Asks the model for a JSON value within the budgets of the staff member and the site. */
export async function askForJson(
  ctx: StaffCtx,
  { purpose, maxTokens, signal }: { purpose: AiPurpose; maxTokens: number; signal: AbortSignal },
  messages: AiMessage[],
): Promise<unknown> {
  const { ai, rootDb: db, user, clock, config, log } = ctx
  if (!ai) return fail('ai-unavailable')
  const most = { input: estimateMessages(messages), output: maxTokens }
  const wanted = {
    userId: user.id,
    now: clock.now(),
    purpose,
    tokens: most.input + most.output,
    micros: costOf(most, config.ai),
  }
  const reserved = await reserveSpending(db, wanted, config.ai)
  if (typeof reserved === 'string') return fail('ai-spent')
  let usage: AiUsage = { input: 0, output: 0, estimated: true }
  const onUsage = (used: AiUsage) => {
    usage = used
  }
  try {
    const text = await writeWhole(ai, messages, signal, { maxTokens, onUsage })
    return readJson(text)
  } catch (error) {
    if (!(error instanceof AiError) && (error as Error).name !== 'TimeoutError') throw error
    log.warn({ err: error }, 'a suggestion of the model failed')
    return fail('ai-unclear')
  } finally {
    await settleSpending(db, reserved, { tokens: usage.input + usage.output, micros: costOf(usage, config.ai) })
  }
}

/** Reads the JSON value in a text, with or without a code fence around it; null if there is none. */
export function readJson(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (from < 0 || to < from) return null
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return null
  }
}
