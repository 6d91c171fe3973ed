import type { AnswerKey, PartAnswer, PublicPart, Verdict } from '@dxx/contract/questions'
import { useId } from 'react'
import { RichText } from './rich-text'
import { typeViews } from './types'

/** Result of a question or of a question part. */
export interface Outcome {
  verdict: Verdict
  score: number
  maxScore: number
  key: AnswerKey | null
  analysis: string
}

export interface PartViewProps {
  part: PublicPart
  answer: PartAnswer | null
  onAnswer(answer: PartAnswer | null): void
  /** If given, the right answer is shown. */
  outcome?: Outcome
  readOnly: boolean
  pageKeys: boolean
}

/** Stem and answer field of a question or question part. */
export function PartView({ part, answer, onAnswer, outcome, readOnly, pageKeys }: PartViewProps) {
  const id = useId()
  const { Field, fieldHasStem } = typeViews[part.type]
  const field = (
    <Field
      part={part}
      answer={answer?.type === part.type ? answer : null}
      answerKey={outcome?.key?.type === part.type ? outcome.key : undefined}
      readOnly={readOnly}
      pageKeys={pageKeys}
      stemId={id}
      onAnswer={onAnswer}
    />
  )
  // If the question fills the page, the program is written beside its task.
  if (fieldHasStem || (part.type === 'code' && pageKeys)) return field
  return (
    <div className="space-y-4">
      <RichText id={id} html={part.stem} />
      {field}
    </div>
  )
}
