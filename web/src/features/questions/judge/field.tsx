import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import { ChoiceOptions } from '../choice/options'
import type { FieldProps } from '../definition'

export type JudgePart = Extract<PublicPart, { type: 'judge' }>
export type JudgeAnswer = Extract<PartAnswer, { type: 'judge' }>
export type JudgeKey = Extract<AnswerKey, { type: 'judge' }>

const judgements = [
  { id: 'true', label: <span className="text-15">对</span> },
  { id: 'false', label: <span className="text-15">错</span> },
]

export function JudgeField(props: FieldProps<JudgePart, JudgeAnswer, JudgeKey>) {
  const { answer, answerKey, readOnly, pageKeys, stemId, onAnswer } = props
  return (
    <ChoiceOptions
      labelledBy={stemId}
      readOnly={readOnly}
      options={judgements}
      chosen={answer ? [String(answer.value)] : []}
      many={false}
      right={answerKey && [String(answerKey.value)]}
      pageKeys={pageKeys}
      onChoose={([chosen]) => onAnswer({ type: 'judge', value: chosen === 'true' })}
    />
  )
}
