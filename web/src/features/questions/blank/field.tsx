import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { FieldProps, Progress } from '../definition'
import { Blanks } from './blanks'

export type BlankPart = Extract<PublicPart, { type: 'blank' }>
export type BlankAnswer = Extract<PartAnswer, { type: 'blank' }>
export type BlankKey = Extract<AnswerKey, { type: 'blank' }>

export function BlankField(props: FieldProps<BlankPart, BlankAnswer, BlankKey>) {
  const { part, answer, answerKey, readOnly, stemId, onAnswer } = props
  return (
    <Blanks
      id={stemId}
      stem={part.stem}
      count={part.blanks}
      values={answer?.blanks ?? []}
      verdicts={answerKey?.blanks}
      readOnly={readOnly}
      onChange={(blanks) => onAnswer(blanks.some((blank) => blank !== '') ? { type: 'blank', blanks } : null)}
    />
  )
}

export function blankProgress({ blanks }: BlankPart, answer: BlankAnswer): Progress {
  const filled = answer.blanks.filter((blank) => blank.trim()).length
  return filled === 0 ? 'none' : filled < blanks ? 'partial' : 'done'
}
