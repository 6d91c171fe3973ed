import { openAiCompatible } from './openai'
import type { AiSettings } from './settings'

export interface AiMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A model that writes. It gets messages and nothing else: no tools, no addresses, no data of its own to reach. */
export interface Ai {
  /** The answer piece by piece. Throws an AiError where it cannot begin or breaks off. */
  write(messages: AiMessage[], signal: AbortSignal): AsyncIterable<string>
}

/** Why there is no answer, or not all of it. */
export class AiError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'busy' | 'cut'

  constructor(kind: AiError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export function createAi(settings: AiSettings): Ai | null {
  return settings.url ? openAiCompatible(settings) : null
}
