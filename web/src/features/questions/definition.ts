import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { ReactNode } from 'react'

/** How much of a question is answered. Only `done` counts as 已作答, so that no blank is overlooked. */
export type Progress = 'none' | 'partial' | 'done'

export interface FieldProps<P, A, K> {
  part: P
  answer: A | null
  /** The key, once it is released. */
  answerKey?: K
  readOnly: boolean
  /** Keys choose wherever the focus is, not only inside. */
  pageKeys: boolean
  /** The id of the stem. */
  stemId: string
  onAnswer(answer: A | null): void
}

export interface OutcomeProps<P, K> {
  part: P
  answerKey: K
}

/** What a question type consists of on the screen and on paper. */
export interface TypeView<P = PublicPart, A = PartAnswer, K = AnswerKey> {
  /** Instruction where the type alone is unclear. */
  hint?: string
  /** Whether `Field` shows the stem itself, because fields stand in it. */
  fieldHasStem?: boolean
  /** Where it is answered. */
  Field(props: FieldProps<P, A, K>): ReactNode
  progress(part: P, answer: A): Progress
  /** The right answer, shown after scoring. */
  Outcome(props: OutcomeProps<P, K>): ReactNode
  /** 背题: the right answer as if it had been given, and the key of such an answer. */
  recite(key: K): { answer: A | null; key: K }
  /** Options to tick or room to write, on paper. */
  Print(props: { part: P }): ReactNode
  /** The right answer in one line, on paper. */
  printedKey(part: P, key: K): ReactNode
}
