import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { pointsOf } from '../labels'
import { OptionText } from '../option-text'
import { ResultSection } from '../result-section'
import { RichText } from '../rich-text'
import type { ShortAnswer, ShortKey, ShortPart } from './field'

export function ShortOutcome({ answerKey: { reference, points } }: OutcomeProps<ShortPart, ShortKey>) {
  return (
    <ResultSection title="参考答案">
      {reference && <RichText html={reference} className="text-15!" />}
      {points.length > 0 && (
        <ul className="mt-2 space-y-1.5">
          {points.map(({ score, html }) => (
            <li key={html} className="flex gap-2">
              <span className="tabular-nums shrink-0 text-13 leading-6 text-ink-3">{pointsOf(score)} 分</span>
              <OptionText html={html} />
            </li>
          ))}
        </ul>
      )}
    </ResultSection>
  )
}

/** 背题: fills in no answer, because a 简答 has more than one right text. */
export const reciteShort = (key: ShortKey) => ({ answer: null, key })

export const PrintShort = ({ answer = <div className="h-32" /> }: { answer?: ReactNode }) => answer

export const printedShortAnswer = (_part: unknown, { text }: ShortAnswer) => <p className="user-text">{text}</p>

/** Empty, because the reference answer is printed separately below. */
export const printedShort = () => ''
