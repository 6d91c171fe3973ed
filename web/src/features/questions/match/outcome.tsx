import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { AnswerLine, PrintedRows, rowLetters } from '../printed-rows'
import { ResultSection } from '../result-section'
import type { MatchKey, MatchPart } from './field'

export function MatchOutcome({ part, answerKey }: OutcomeProps<MatchPart, MatchKey>) {
  return (
    <ResultSection title="正确配对">
      <p className="tabular-nums text-15 font-semibold text-success">
        {part.lefts
          .map(({ id }, index) => {
            const pair = answerKey.pairs.find(({ left }) => left === id)
            return pair ? `${index + 1} → ${rowLetters(part.rights, [pair.right])}` : `${index + 1} 不配`
          })
          .join('　')}
      </p>
    </ResultSection>
  )
}

export const reciteMatch = (key: MatchKey) => ({ answer: { type: 'match' as const, pairs: key.pairs }, key })

export const PrintMatch = ({ part, answer = <AnswerLine /> }: { part: MatchPart; answer?: ReactNode }) => (
  <>
    <PrintedRows rows={part.lefts} mark={(index) => String(index + 1)} />
    <PrintedRows rows={part.rights} />
    {answer}
  </>
)

export const printedMatch = ({ lefts, rights }: MatchPart, { pairs }: MatchKey) =>
  pairs
    .map(({ left, right }) => `${lefts.findIndex(({ id }) => id === left) + 1}${rowLetters(rights, [right])}`)
    .join('，')
