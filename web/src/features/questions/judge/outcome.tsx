import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { RightText } from '../result-section'
import type { JudgeKey, JudgePart } from './field'

const nameOf = ({ value }: JudgeKey) => (value ? '对' : '错')

export const JudgeOutcome = ({ answerKey }: OutcomeProps<JudgePart, JudgeKey>) => (
  <RightText>{nameOf(answerKey)}</RightText>
)

export const reciteJudge = (key: JudgeKey) => ({ answer: { type: 'judge' as const, value: key.value }, key })

export const PrintJudge = ({ answer }: { answer?: ReactNode }) =>
  answer ?? <p className="mt-1 text-14">（　）对　（　）错</p>

export const printedJudge = (_part: unknown, judged: JudgeKey) => nameOf(judged)
