import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { ReactNode } from 'react'

/** How much of a question is answered. Only `done` counts as 已作答, so that the student overlooks no blank. */
export type Progress = 'none' | 'partial' | 'done'

export interface FieldProps<P, A, K> {
  part: P
  answer: A | null
  /** The right answer, once it is released. */
  answerKey?: K
  readOnly: boolean
  /** Whether keyboard keys choose regardless of the focus, not only inside the field. */
  pageKeys: boolean
  /** The id of the stem. */
  stemId: string
  onAnswer(answer: A | null): void
}

export interface OutcomeProps<P, K> {
  part: P
  answerKey: K
}

/** Components and functions of a question type, on screen and on paper. */
export interface TypeView<P = PublicPart, A = PartAnswer, K = AnswerKey> {
  /** Instruction, if the name of the type alone is unclear. */
  hint?: string
  /** Whether `Field` shows the stem itself, because the stem contains inputs. */
  fieldHasStem?: boolean
  /** Input for the answer. */
  Field(props: FieldProps<P, A, K>): ReactNode
  progress(part: P, answer: A): Progress
  /** The right answer, shown after scoring. */
  Outcome(props: OutcomeProps<P, K>): ReactNode
  /** 背题: returns the right answer as if the user had given it, and the key with all its verdicts right. */
  recite(key: K): { answer: A | null; key: K }
  /** Options to tick or space to write, on paper. If `answer` is given, it is printed instead of the space. */
  Print(props: { part: P; answer?: ReactNode }): ReactNode
  /** The right answer in one line, on paper. */
  printedKey(part: P, key: K): ReactNode
  /** The user's answer, on paper. */
  printedAnswer(part: P, answer: A): ReactNode
}
