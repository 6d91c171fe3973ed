import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import { AiError, type AiMessage } from '../../adapters/ai/ai'
import { fail } from '../../base/refusal'
import type { StaffCtx } from '../../context'
import { writeWithinBudget } from './model-request'

/** Rejects the call if no model is configured. */
export function requireModel({ ai }: Pick<StaffCtx, 'ai'>): void {
  if (!ai) fail('ai-unavailable')
}

/** Shorter than the 60 s that the console waits for a response. Two requests of one call share this time. */
export const suggestionPatience = () => AbortSignal.timeout(50_000)

/** Asks the model for a JSON value within the budgets of the staff member and the site. */
export async function askForJson(
  ctx: StaffCtx,
  { purpose, maxTokens, signal }: { purpose: AiPurpose; maxTokens: number; signal: AbortSignal },
  messages: AiMessage[],
): Promise<unknown> {
  const { ai, user, log } = ctx
  if (!ai) return fail('ai-unavailable')
  try {
    const reply = await writeWithinBudget(ctx, { ai, messages, userId: user.id, purpose, maxTokens, signal })
    return typeof reply === 'string' ? fail('ai-spent') : readJson(reply.text)
  } catch (error) {
    if (!(error instanceof AiError) && (error as Error).name !== 'TimeoutError') throw error
    log.warn({ err: error }, 'a suggestion of the model failed')
    return fail('ai-unclear')
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
