import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { FieldProps, Progress } from '../definition'
import { OptionText } from '../option-text'
import { ChoiceOptions } from './options'

export type ChoicePart = Extract<PublicPart, { options: unknown }>
export type ChoiceAnswer = Extract<PartAnswer, { options: unknown }>
export type ChoiceKey = Extract<AnswerKey, { options: unknown }>

export function ChoiceField(props: FieldProps<ChoicePart, ChoiceAnswer, ChoiceKey>) {
  const { part, answer, answerKey, readOnly, pageKeys, stemId, onAnswer } = props
  return (
    <ChoiceOptions
      labelledBy={stemId}
      readOnly={readOnly}
      options={part.options.map(({ id, html }) => ({ id, label: <OptionText html={html} /> }))}
      chosen={answer?.options ?? []}
      many={part.type !== 'single'}
      right={answerKey?.options}
      pageKeys={pageKeys}
      onChoose={(options) => onAnswer(options.length > 0 ? { type: part.type, options } : null)}
    />
  )
}

export const choiceProgress = (_part: ChoicePart, { options }: ChoiceAnswer): Progress =>
  options.length > 0 ? 'done' : 'none'
