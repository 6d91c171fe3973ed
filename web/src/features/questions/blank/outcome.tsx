import { Fragment, type ReactNode } from 'react'
import { Prose } from '../../../ui/prose'
import type { OutcomeProps } from '../definition'
import { ResultSection } from '../result-section'
import type { BlankAnswer, BlankKey, BlankPart } from './field'

export function BlankOutcome({ answerKey }: OutcomeProps<BlankPart, BlankKey>) {
  return (
    <ResultSection title="正确答案">
      <ul className="space-y-1 text-15">
        {answerKey.blanks.map(({ accepted, rendered }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks are identified by number
          <li key={index}>
            <span className="text-ink-3">第 {index + 1} 空：</span>
            <span className="font-semibold text-success">
              <AcceptedAnswers accepted={accepted} rendered={rendered} />
            </span>
          </li>
        ))}
      </ul>
    </ResultSection>
  )
}

/** Shows formulas rendered; a response stored by an earlier version has only their source text. */
const AcceptedAnswers = ({ accepted, rendered = [] }: { accepted: string[]; rendered?: string[] }) =>
  accepted.map((text, at) => (
    <Fragment key={text}>
      {at > 0 && ' 或 '}
      {rendered[at] ? <Prose html={rendered[at]} className="inline text-inherit!" /> : text}
    </Fragment>
  ))

export function reciteBlank(key: BlankKey): { answer: BlankAnswer; key: BlankKey } {
  return {
    answer: { type: 'blank', blanks: key.blanks.map(({ accepted }) => accepted[0] ?? '') },
    key: { ...key, blanks: key.blanks.map((blank) => ({ ...blank, verdict: 'right' })) },
  }
}

/** Prints no space below the stem, because the blanks are in the stem. */
export const PrintBlank = ({ answer }: { answer?: ReactNode }) => answer ?? null

export const printedBlanks = (_part: unknown, { blanks }: BlankAnswer) =>
  blanks.map((text) => text.trim() || '（空）').join('；')

export const printedBlank = (_part: unknown, { blanks }: BlankKey) =>
  blanks.map(({ accepted, rendered }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blanks are identified by number
    <Fragment key={index}>
      {index > 0 && '；'}
      <AcceptedAnswers accepted={accepted} rendered={rendered} />
    </Fragment>
  ))
