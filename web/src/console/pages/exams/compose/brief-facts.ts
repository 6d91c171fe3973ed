import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { difficultyNames } from './draft-figures'

/** Chapter, difficulty and use of a question: 线性表 · 适中 0.62 · 没考过. */
export function briefFacts({ chapter, bank, difficulty, expected, usedIn, usedElsewhere }: QuestionBrief): string {
  const times = usedIn.length + usedElsewhere
  const used = times > 0 ? `考过 ${times}${usedIn.length === 5 ? '+' : ''} 次` : '没考过'
  return `${chapter?.title ?? bank.title} · ${difficultyNames[difficulty - 1]} ${expected.toFixed(2)} · ${used}`
}
