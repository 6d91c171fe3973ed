import type { OutcomeProps } from '../definition'
import { ResultSection } from '../result-section'
import type { BlankAnswer, BlankKey, BlankPart } from './field'

export function BlankOutcome({ answerKey }: OutcomeProps<BlankPart, BlankKey>) {
  return (
    <ResultSection title="正确答案">
      <ul className="space-y-1 text-15">
        {answerKey.blanks.map(({ accepted }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks are counted
          <li key={index}>
            <span className="text-ink-3">第 {index + 1} 空：</span>
            <span className="font-semibold text-success">{accepted.join(' 或 ')}</span>
          </li>
        ))}
      </ul>
    </ResultSection>
  )
}

export function reciteBlank(key: BlankKey): { answer: BlankAnswer; key: BlankKey } {
  return {
    answer: { type: 'blank', blanks: key.blanks.map(({ accepted }) => accepted[0] ?? '') },
    key: { ...key, blanks: key.blanks.map((blank) => ({ ...blank, verdict: 'right' })) },
  }
}

/** The blanks stand in the stem. */
export const PrintBlank = () => null

export const printedBlank = (_part: unknown, { blanks }: BlankKey) =>
  blanks.map(({ accepted }) => accepted.join(' 或 ')).join('；')
