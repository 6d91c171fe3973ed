import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { FieldProps, Progress } from '../definition'
import { OrderRows } from './rows'

export type OrderPart = Extract<PublicPart, { type: 'order' }>
export type OrderAnswer = Extract<PartAnswer, { type: 'order' }>
export type OrderKey = Extract<AnswerKey, { type: 'order' }>

export function OrderField(props: FieldProps<OrderPart, OrderAnswer, OrderKey>) {
  const { part, answer, answerKey, readOnly, stemId, onAnswer } = props
  return (
    <OrderRows
      labelledBy={stemId}
      readOnly={readOnly}
      items={part.items}
      order={answer?.items ?? null}
      right={answerKey?.items}
      onOrder={(items) => onAnswer({ type: 'order', items })}
    />
  )
}

export const orderProgress = (_part: OrderPart, { items }: OrderAnswer): Progress =>
  items.length > 0 ? 'done' : 'none'
