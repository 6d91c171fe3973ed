import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { OptionText } from '../option-text'
import { AnswerLine, PrintedRows, rowLetters } from '../printed-rows'
import { ResultSection } from '../result-section'
import type { OrderKey, OrderPart } from './field'

export function OrderOutcome({ part, answerKey }: OutcomeProps<OrderPart, OrderKey>) {
  return (
    <ResultSection title="正确顺序">
      <ol className="space-y-1">
        {answerKey.items.map((id, index) => (
          <li key={id} className="flex gap-2">
            <span className="tabular-nums w-5 shrink-0 text-13 leading-6 text-ink-3">{index + 1}</span>
            <OptionText html={part.items.find((item) => item.id === id)?.html ?? ''} />
          </li>
        ))}
      </ol>
    </ResultSection>
  )
}

export const reciteOrder = (key: OrderKey) => ({ answer: { type: 'order' as const, items: key.items }, key })

export const PrintOrder = ({ part, answer = <AnswerLine /> }: { part: OrderPart; answer?: ReactNode }) => (
  <>
    <PrintedRows rows={part.items} />
    {answer}
  </>
)

export const printedOrder = ({ items }: OrderPart, ordered: OrderKey) => rowLetters(items, ordered.items)
