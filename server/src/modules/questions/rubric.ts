import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { Verdict } from '@dxx/contract/questions'
import type { CodeGrade, CodeTest } from '../runcode/public'

/**
 * The shapes of a question inside the server. `Body` is what a student may see, `Rubric` what answers are scored by,
 * `Given` an answer, all by the question's own numbering: options, items and parts are counted from 0 as the author
 * wrote them. Papers shuffle and rename them for the outside (see paper.ts).
 *
 * Scores are integers: hundredths of a point. Shares are integers too: parts of `whole`.
 */
export const whole = 10_000_000

export type ChoiceType = 'single' | 'multiple' | 'indefinite'

interface Stem {
  stem: string
  score: number
}

export type PartBody = Stem &
  (
    | { type: ChoiceType; options: { html: string; fixed: boolean }[] }
    | { type: 'judge' }
    | { type: 'blank'; blanks: number }
    | { type: 'short' }
    | { type: 'order'; items: string[] }
    | { type: 'match'; lefts: string[]; rights: string[] }
    | {
        type: 'code'
        language: CodeLanguage
        starter: string
        samples: { input: string; output: string }[]
        hiddenTests: number
        /** The dataset that an SQL program works on. */
        db: string | null
      }
  )

export type Body = PartBody | (Stem & { type: 'material'; parts: PartBody[] })

/** What a blank accepts: a text, or a number within a tolerance; for all of its score or a share of it. */
export type Accepted = { share: number } & ({ text: string } | { value: string; tolerance: string })

export type PartRubric = { score: number; analysis: string } & (
  | {
      type: ChoiceType
      right: number[]
      /** What each option is worth, where the author said so; then the sum of what was chosen counts. */
      shares?: number[]
    }
  | { type: 'judge'; value: boolean }
  | { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
  | { type: 'short'; reference: string; points: { score: number; html: string }[] }
  | { type: 'order'; count: number }
  /** The right one for each left one. */
  | { type: 'match'; pairs: number[] }
  | { type: 'code'; solution: string; tests: CodeTest[] }
)

export type Rubric = PartRubric | { type: 'material'; score: number; analysis: string; parts: PartRubric[] }

export type PartGiven =
  | { type: ChoiceType; options: number[] }
  | { type: 'judge'; value: boolean }
  | { type: 'blank'; blanks: string[] }
  | { type: 'short'; text: string }
  | { type: 'order'; items: number[] }
  /** The chosen right one for each left one; null where none was. */
  | { type: 'match'; pairs: (number | null)[] }
  | { type: 'code'; source: string }

export type Given = PartGiven | { type: 'material'; parts: (PartGiven | null)[] }

/** What scoring found out beyond verdict and score. */
export type PartDetail =
  | { type: 'blank'; shares: number[] }
  | { type: 'code'; grade: Omit<CodeGrade, 'score' | 'maxScore'> }
  | { type: 'none' }
export type Detail = PartDetail | { type: 'material'; parts: Scored<PartDetail>[] }

export interface Scored<D extends Detail = Detail> {
  verdict: Verdict
  score: number
  detail: D
}

export type ScoredPart = Scored<PartDetail>
