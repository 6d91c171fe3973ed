export interface AiMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A language model. It only receives messages: it has no tools and no access to data. */
export interface Ai {
  /** Streams the answer. Throws an AiError if it cannot start or is interrupted. */
  write(messages: AiMessage[], signal: AbortSignal): AsyncIterable<string>
}

/** Thrown if an answer is missing or incomplete; `kind` is the reason. */
export class AiError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'busy' | 'cut'

  constructor(kind: AiError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
