import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { optionLetter } from '../labels'
import { PrintedRows, rowLetters } from '../printed-rows'
import { RightText } from '../result-section'
import type { ChoiceKey, ChoicePart } from './field'

export function ChoiceOutcome({ part, answerKey }: OutcomeProps<ChoicePart, ChoiceKey>) {
  const letters = part.options.flatMap(({ id }, index) => (answerKey.options.includes(id) ? [optionLetter(index)] : []))
  return <RightText>{letters.join('、')}</RightText>
}

export const reciteChoice = (key: ChoiceKey) => ({ answer: { type: key.type, options: key.options }, key })

export const PrintChoice = ({ part, answer }: { part: ChoicePart; answer?: ReactNode }) => (
  <>
    <PrintedRows rows={part.options} />
    {answer}
  </>
)

export const printedChoice = ({ options }: ChoicePart, chosen: ChoiceKey) =>
  [...rowLetters(options, chosen.options)].sort().join('')
