import { AiError } from './ai'
import type { AiSettings } from './settings'

/** Turns texts into vectors of length 1, so that their product is their similarity. */
export interface Embeddings {
  /** Name of the model; vectors of different models cannot be compared. */
  readonly model: string
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** Rates how well texts answer a question; higher is better. */
export interface Reranker {
  rerank(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>
}

const largestAnswer = 64_000_000

async function post(
  { url, key }: Pick<AiSettings['embeddings'], 'url' | 'key'>,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const response = await fetch(`${url}${path}`, {
      redirect: 'error',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok)
      throw new AiError(response.status < 500 ? 'refused' : 'busy', `the service answered ${response.status}`)
    const text = await response.text()
    if (text.length > largestAnswer) throw new AiError('too-long', 'the answer of the service is too large')
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof AiError) throw error
    throw new AiError('unreachable', `the service could not be reached: ${(error as Error).message}`)
  }
}

/** Scales a vector to length 1. Throws if it contains anything but numbers. */
export function unitVector(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0 || values.length > 8192) throw new AiError('cut', 'no vector')
  const vector = Float32Array.from(values as number[])
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  if (!Number.isFinite(length) || length === 0) throw new AiError('cut', 'a vector without direction')
  return vector.map((value) => value / length)
}

/** Uses `POST /embeddings` as OpenAI and compatible services offer it. */
export function openAiEmbeddings(settings: AiSettings['embeddings']): Embeddings {
  const { model } = settings
  return {
    model,
    async embed(texts, signal) {
      const answer = (await post(settings, '/embeddings', { model, input: texts }, signal)) as {
        data?: { index?: number; embedding?: unknown }[]
      }
      const vectors: Float32Array[] = []
      for (const [i, { index = i, embedding }] of (answer.data ?? []).entries()) vectors[index] = unitVector(embedding)
      const [first] = vectors
      if (vectors.length !== texts.length || !first || vectors.some((vector) => vector?.length !== first.length))
        throw new AiError('cut', 'the service sent other vectors than asked for')
      return vectors
    },
  }
}

/** Uses `POST /rerank`, which Jina, Cohere and common local servers offer in the same form. */
export function httpReranker(settings: AiSettings['reranker']): Reranker {
  const { model } = settings
  return {
    async rerank(query, documents, signal) {
      const answer = (await post(
        settings,
        '/rerank',
        { model, query, documents, top_n: documents.length },
        signal,
      )) as {
        results?: { index: number; relevance_score: number }[]
      }
      const scores = documents.map(() => Number.NEGATIVE_INFINITY)
      for (const { index, relevance_score } of answer.results ?? [])
        if (index in scores && Number.isFinite(relevance_score)) scores[index] = relevance_score
      if (scores.every((score) => score === Number.NEGATIVE_INFINITY)) throw new AiError('cut', 'no scores')
      return scores
    },
  }
}
