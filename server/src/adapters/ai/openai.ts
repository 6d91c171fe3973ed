import { type Ai, AiError, type AiMessage, type AiUsage, estimateMessages, estimateTokens } from './ai'
import type { AiSettings } from './settings'

/** Maximum wait in milliseconds for the first chunk of an answer and between chunks, and for the whole answer. */
const usualPatience = { chunkMs: 45_000, wholeMs: 180_000 }
/** Limits an answer to about one page. */
export const maxAnswerTokens = 1500
/**
 * Maximum number of characters per requested token, at which an answer is cut off if the service ignores `max_tokens`.
 */
const charactersPerToken = 4

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[]
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
  error?: { message?: string }
}

type Settings = Pick<AiSettings, 'url' | 'key' | 'model'> & { patience?: typeof usualPatience }

/** Aborts a request whose service is silent for too long or does not finish. */
function createImpatience({ chunkMs, wholeMs }: typeof usualPatience) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const whole = setTimeout(abort, wholeMs)
  let chunk = setTimeout(abort, chunkMs)
  return {
    signal: controller.signal,
    waitAgain() {
      clearTimeout(chunk)
      chunk = setTimeout(abort, chunkMs)
    },
    end() {
      clearTimeout(chunk)
      clearTimeout(whole)
      abort()
    },
  }
}

/** Uses `POST /chat/completions` with `stream: true`, which most providers and local servers support. */
export function openAiCompatible({ url, key, model, patience = usualPatience }: Settings): Ai {
  /** Removes the key, because error messages are logged and some providers quote an unknown key. */
  const withoutKey = (text: string) => (key ? text.replaceAll(key, '[hidden]') : text).slice(0, 300)

  return {
    model,
    async *write(messages, signal, { maxTokens = maxAnswerTokens, onUsage } = {}) {
      const impatience = createImpatience(patience)
      let [text, accepted] = ['', false]
      let usage: Chunk['usage']
      try {
        const response = await fetch(`${url}/chat/completions`, {
          // The request carries our key, which a redirect could send to another host.
          redirect: 'error',
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
          body: JSON.stringify({
            model,
            messages,
            stream: true,
            stream_options: { include_usage: true },
            temperature: 0.2,
            max_tokens: maxTokens,
          }),
          signal: AbortSignal.any([signal, impatience.signal]),
        })
        if (!response.ok || !response.body) {
          const body = withoutKey(await response.text().catch(() => ''))
          const kind = response.status === 429 || response.status >= 500 ? 'busy' : 'refused'
          throw new AiError(kind, `the model answered ${response.status}: ${body}`)
        }
        accepted = true
        let [finished, cutOff] = [false, false]
        for await (const chunk of events(response.body)) {
          impatience.waitAgain()
          if (chunk === '[DONE]') {
            finished = true
            break
          }
          const { choices, error, usage: reportedUsage } = parse(chunk)
          if (error) throw new AiError('cut', `the model broke off: ${withoutKey(error.message ?? '')}`)
          usage = reportedUsage ?? usage
          const piece = choices?.[0]?.delta?.content
          if (piece) {
            text += piece
            if (text.length > maxTokens * charactersPerToken)
              throw new AiError('too-long', 'the model wrote more than it was asked for')
            yield piece
          }
          if (choices?.[0]?.finish_reason) finished = true
          // The tokens follow in a separate chunk, so the reading continues.
          if (choices?.[0]?.finish_reason === 'length') cutOff = true
        }
        if (cutOff) throw new AiError('too-long', 'the answer is longer than it may be')
        if (!finished) throw new AiError('cut', 'the model broke off')
      } catch (error) {
        if (signal.aborted || error instanceof AiError) throw error
        throw new AiError('unreachable', `the model could not be reached: ${(error as Error).message}`)
      } finally {
        // Also ends the request if the consumer stopped reading early.
        impatience.end()
        if (accepted) onUsage?.(usageOf(usage, messages, text))
      }
    },
  }
}

/** Reported tokens, or an estimate. If a service reports 0 tokens for a text, the report is ignored. */
function usageOf(reported: Chunk['usage'], messages: AiMessage[], text: string): AiUsage {
  const { prompt_tokens: input, completion_tokens: output } = reported ?? {}
  const sound = (tokens: number | undefined) => Number.isSafeInteger(tokens) && tokens! >= 0 && tokens! < 10_000_000
  if (sound(input) && sound(output) && (output! > 0 || text === ''))
    return { input: input!, output: output!, estimated: false }
  return { input: estimateMessages(messages), output: estimateTokens(text), estimated: true }
}

const longestLine = 1_000_000

/** Yields the data lines of server-sent events. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop()!
    if (rest.length > longestLine) throw new AiError('too-long', 'the model sent a line without end')
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
