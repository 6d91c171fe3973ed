import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import type { GradedTestVerdict, ManualReason, OutputComparison } from '@dxx/contract/questions'
import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface CodeTest {
  /** Input of the program; for SQL additional setup statements. */
  input: string
  /** Expected output; for SQL the rows of its last query, cells joined by `|`. */
  output: string
  hidden: boolean
  score: number
}

/** Comparisons done by the server itself. */
export type TextComparison =
  /** Every character, including line ends. */
  | { mode: 'exact' }
  /** Ignores spaces at line ends and empty lines at the end. */
  | { mode: 'trim' }
  /** Word by word, ignoring white space. */
  | { mode: 'tokens' }
  /** Word by word, numbers within a tolerance: `0.001`, or `0.1%` of the expected number. */
  | { mode: 'numeric'; tolerance: string }

/** How the output of a program is compared with the expected output. */
export type Comparison = TextComparison | { mode: 'checker'; language: CodeLanguage; source: string }

export interface GradedTest {
  verdict: GradedTestVerdict
  score: number
  hidden: boolean
  /** Absent for hidden tests, whose input and output must not be revealed. */
  shown?: { input: string; expected: string; actual: string; stderr: string }
}

export interface CodeGrade {
  score: number
  maxScore: number
  passed: number
  tests: GradedTest[]
  /** Compile error; no test ran. */
  compileError?: { stderr: string; diagnostics: RunResult['diagnostics'] }
  /** Reason for manual grading; `tests` contains the results before automatic grading stopped. */
  manual?: ManualReason
}

export interface CodeShapes {
  body: Stem & {
    type: 'code'
    language: CodeLanguage
    starter: string
    samples: { input: string; output: string }[]
    hiddenTests: number
    /** Absent for the default, `trim`, and in questions stored before other comparisons existed. */
    compare?: { mode: OutputComparison; tolerance: string | null }
    /** The dataset that an SQL program works on. */
    db: string | null
  }
  rubric: Known & { type: 'code'; solution: string; tests: CodeTest[]; compare?: Comparison }
  given: { type: 'code'; source: string }
  detail: { type: 'code'; grade: Omit<CodeGrade, 'score' | 'maxScore'> } | NoDetail
  source: SourceCommon & {
    type: 'code'
    language: CodeLanguage
    starter: string
    solution: string
    tests: CodeTest[]
    db: string | null
    /** Absent for the default, `trim`. */
    compare?: Comparison
  }
}
