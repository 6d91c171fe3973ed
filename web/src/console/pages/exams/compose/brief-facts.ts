import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { difficultyNames } from './draft-figures'

/** Chapter, difficulty, measured figures and use of a question: 线性表 · 适中 0.62（214 人）· 区分度 0.31 · 没考过. */
export function briefFacts(brief: QuestionBrief): string {
  const { chapter, bank, difficulty, expected, measured, answers, discrimination, usedIn, usedElsewhere } = brief
  const times = usedIn.length + usedElsewhere
  return [
    chapter?.title ?? bank.title,
    `${difficultyNames[difficulty - 1]} ${expected.toFixed(2)}${measured ? `（${answers} 人）` : ''}`,
    ...(discrimination === null ? [] : [`区分度 ${discrimination.toFixed(2)}`]),
    times > 0 ? `考过 ${times}${usedIn.length === 5 ? '+' : ''} 次` : '没考过',
  ].join(' · ')
}
