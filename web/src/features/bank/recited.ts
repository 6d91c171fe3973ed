import type { AnswerKey, PartAnswer, ScoredQuestion } from '@dxx/contract/questions'

/** 背题: a question with the right answer filled in, as if one had known it. */
export function recited(result: ScoredQuestion): ScoredQuestion {
  const parts = result.parts.map((part) => ({ ...part, answer: rightAnswer(part.key), key: allRight(part.key) }))
  const answer =
    result.question.type === 'material'
      ? {
          type: 'material' as const,
          parts: parts.flatMap(({ id, answer: right }) => (right ? [{ id, answer: right }] : [])),
        }
      : rightAnswer(result.key)
  return { ...result, answer, key: allRight(result.key), parts }
}

function rightAnswer(key: AnswerKey | null): PartAnswer | null {
  if (!key) return null
  switch (key.type) {
    case 'blank':
      return { type: 'blank', blanks: key.blanks.map(({ accepted }) => accepted[0] ?? '') }
    case 'judge':
      return { type: 'judge', value: key.value }
    case 'order':
      return { type: 'order', items: key.items }
    case 'match':
      return { type: 'match', pairs: key.pairs }
    case 'single':
    case 'multiple':
    case 'indefinite':
      return { type: key.type, options: key.options }
    default:
      return null
  }
}

const allRight = (key: AnswerKey | null): AnswerKey | null =>
  key?.type === 'blank' ? { ...key, blanks: key.blanks.map((blank) => ({ ...blank, verdict: 'right' })) } : key
