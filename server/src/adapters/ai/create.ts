import type { Ai } from './ai'
import { type Embeddings, httpReranker, openAiEmbeddings, type Reranker } from './embeddings'
import { openAiCompatible } from './openai'
import type { AiSettings } from './settings'

export function createAi(settings: AiSettings): Ai | null {
  return settings.url ? openAiCompatible(settings) : null
}

export const createEmbeddings = ({ embeddings }: AiSettings): Embeddings | null =>
  embeddings.url ? openAiEmbeddings(embeddings) : null

export const createReranker = ({ reranker }: AiSettings): Reranker | null =>
  reranker.url ? httpReranker(reranker) : null
