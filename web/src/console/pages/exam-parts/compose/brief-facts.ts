import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { difficultyNames } from './draft-figures'

/** Where the question stands and how hard it is: 线性表 · 适中 0.62 · 没用过. */
export function briefFacts({ chapter, bank, difficulty, expected, usedIn }: QuestionBrief): string {
  const used = usedIn.length > 0 ? `考过 ${usedIn.length}${usedIn.length === 5 ? '+' : ''} 次` : '没考过'
  return `${chapter?.title ?? bank.title} · ${difficultyNames[difficulty - 1]} ${expected.toFixed(2)} · ${used}`
}
