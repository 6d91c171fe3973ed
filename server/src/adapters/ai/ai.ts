export interface AiMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Tokens of one request. `estimated`: the service did not report them, so they are computed from the texts. */
export interface AiUsage {
  input: number
  output: number
  estimated: boolean
}

export interface WriteOptions {
  /** Longest answer, in tokens. */
  maxTokens?: number
  /** Called once, also if the answer is cut off or stopped. Not called if the service refused the request. */
  onUsage?(usage: AiUsage): void
}

/** A language model. It only receives messages: it has no tools and no access to data. */
export interface Ai {
  /** Name of the model, which is recorded with each answer. */
  readonly model: string
  /** Streams the answer. Throws an AiError if it cannot start or is interrupted. */
  write(messages: AiMessage[], signal: AbortSignal, options?: WriteOptions): AsyncIterable<string>
}

/** Thrown if an answer is missing or incomplete; `kind` is the reason. */
export class AiError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'busy' | 'cut' | 'too-long'

  constructor(kind: AiError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Estimates the tokens of a text: a Chinese character is about one, other text about three characters. */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2e80-\uffef]/g)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 3)
}

/** Estimates the tokens of a request; each message costs some for its role. */
export const estimateMessages = (messages: readonly AiMessage[]) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + 8, 0)

/** Collects a whole answer, for requests whose result is read by the server and not streamed. */
export async function writeWhole(
  ai: Ai,
  messages: AiMessage[],
  signal: AbortSignal,
  options?: WriteOptions,
): Promise<string> {
  let text = ''
  for await (const piece of ai.write(messages, signal, options)) text += piece
  return text
}
