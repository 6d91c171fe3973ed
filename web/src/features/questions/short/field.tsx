import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import { Textarea } from '../../../ui/textarea'
import type { FieldProps, Progress } from '../definition'

export type ShortPart = Extract<PublicPart, { type: 'short' }>
export type ShortAnswer = Extract<PartAnswer, { type: 'short' }>
export type ShortKey = Extract<AnswerKey, { type: 'short' }>

export function ShortField({ answer, readOnly, onAnswer }: FieldProps<ShortPart, ShortAnswer, ShortKey>) {
  return (
    <Textarea
      label="我的回答"
      hideLabel
      placeholder={readOnly ? '没有作答' : '写下你的回答，边写边存'}
      rows={6}
      maxLength={10_000}
      readOnly={readOnly}
      value={answer?.text ?? ''}
      onChange={(text) => onAnswer(text ? { type: 'short', text } : null)}
    />
  )
}

export const shortProgress = (_part: ShortPart, { text }: ShortAnswer): Progress => (text.trim() ? 'done' : 'none')
