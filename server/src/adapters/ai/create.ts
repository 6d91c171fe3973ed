import type { Ai } from './ai'
import { openAiCompatible } from './openai'
import type { AiSettings } from './settings'

export function createAi(settings: AiSettings): Ai | null {
  return settings.url ? openAiCompatible(settings) : null
}
