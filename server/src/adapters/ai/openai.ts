import { type Ai, AiError, type AiMessage } from './ai'
import type { AiSettings } from './settings'

/** Maximum wait in milliseconds for the first chunk of an answer and between chunks. */
const patience = 45_000
/** Limits an answer to about one page. */
const maxTokens = 1500

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[]
  error?: { message?: string }
}

/** Uses `POST /chat/completions` with `stream: true`, which most providers and local servers support. */
export function openAiCompatible({ url, key, model }: Pick<AiSettings, 'url' | 'key' | 'model'>): Ai {
  /** Removes the key, because error messages are logged and some providers quote an unknown key. */
  const withoutKey = (text: string) => (key ? text.replaceAll(key, '[hidden]') : text).slice(0, 300)

  return {
    async *write(messages: AiMessage[], signal: AbortSignal) {
      const impatience = new AbortController()
      let timer = setTimeout(() => impatience.abort(), patience)
      const waitAgain = () => {
        clearTimeout(timer)
        timer = setTimeout(() => impatience.abort(), patience)
      }
      try {
        const response = await fetch(`${url}/chat/completions`, {
          // The request carries our key, which a redirect could send to another host.
          redirect: 'error',
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
          body: JSON.stringify({ model, messages, stream: true, temperature: 0.2, max_tokens: maxTokens }),
          signal: AbortSignal.any([signal, impatience.signal]),
        })
        if (!response.ok || !response.body) {
          const told = withoutKey(await response.text().catch(() => ''))
          const kind = response.status === 429 || response.status >= 500 ? 'busy' : 'refused'
          throw new AiError(kind, `the model answered ${response.status}: ${told}`)
        }
        let finished = false
        for await (const chunk of events(response.body)) {
          waitAgain()
          if (chunk === '[DONE]') {
            finished = true
            break
          }
          const { choices, error } = parse(chunk)
          if (error) throw new AiError('cut', `the model broke off: ${withoutKey(error.message ?? '')}`)
          const piece = choices?.[0]?.delta?.content
          if (piece) yield piece
          if (choices?.[0]?.finish_reason) finished = true
        }
        if (!finished) throw new AiError('cut', 'the model broke off')
      } catch (error) {
        if (signal.aborted || error instanceof AiError) throw error
        throw new AiError('unreachable', `the model could not be reached: ${(error as Error).message}`)
      } finally {
        clearTimeout(timer)
        // Ends the request if the consumer stopped reading early.
        impatience.abort()
      }
    },
  }
}

/** Yields the data lines of server-sent events. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim()
}

function parse(text: string): Chunk {
  try {
    return JSON.parse(text)
  } catch {
    throw new AiError('cut', 'the model sent something unreadable')
  }
}
