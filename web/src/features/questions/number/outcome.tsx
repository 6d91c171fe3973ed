import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { RightText } from '../result-section'
import type { NumberAnswer, NumberKey, NumberPart } from './field'

const textOf = ({ value, tolerance, units }: NumberKey) =>
  `${value}${tolerance && ` ± ${tolerance}`}${units[0] ? ` ${units[0]}` : ''}`

export function NumberOutcome({ answerKey }: OutcomeProps<NumberPart, NumberKey>) {
  const others = answerKey.units.slice(1)
  return (
    <>
      <RightText>{textOf(answerKey)}</RightText>
      {others.length > 0 && <p className="text-13 text-ink-2">换算成 {others.join('、')} 也可以</p>}
      {answerKey.number && !answerKey.unit && <p className="text-13 text-amber">数值对，单位不对或没有写</p>}
    </>
  )
}

export function reciteNumber(key: NumberKey): { answer: NumberAnswer; key: NumberKey } {
  return {
    answer: { type: 'number', value: key.value, unit: key.units[0] ?? '' },
    key: { ...key, number: true, unit: true },
  }
}

export const PrintNumber = ({ part, answer }: { part: NumberPart; answer?: ReactNode }) =>
  answer ?? <p className="mt-1 text-14">答：________________ {part.unit}</p>

export const printedNumberAnswer = (part: NumberPart, { value, unit }: NumberAnswer) =>
  `${value} ${unit || part.unit}`.trim()

export const printedNumber = (_part: NumberPart, key: NumberKey) => textOf(key)
