import type { AnswerKey, PartAnswer, ScoredQuestion } from '@dxx/contract/questions'
import { typeViews } from '../questions/types'

/** 背题 (reciting): returns the question with the right answer filled in and graded as right. */
export function recited(result: ScoredQuestion): ScoredQuestion {
  const parts = result.parts.map((part) => ({ ...part, ...recite(part.key) }))
  if (result.question.type !== 'material') return { ...result, ...recite(result.key), parts }
  const right = parts.flatMap(({ id, answer }) => (answer ? [{ id, answer }] : []))
  return { ...result, answer: { type: 'material', parts: right }, parts }
}

const recite = (key: AnswerKey | null): { answer: PartAnswer | null; key: AnswerKey | null } =>
  key && key.type !== 'material' ? typeViews[key.type].recite(key) : { answer: null, key }
