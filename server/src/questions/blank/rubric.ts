import type { Known, SourceCommon, Stem } from '../definition'

/**
 * Accepted answer of a blank: a text, or a number within a tolerance; for its full score or a share. A text that is a
 * formula (`$…$`) is compared as mathematics; `html` is that formula, rendered when the question is compiled.
 */
export type Accepted = { share: number } & ({ text: string; html?: string } | { value: string; tolerance: string })

export interface BlankShapes {
  body: Stem & { type: 'blank'; blanks: number }
  rubric: Known & { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
  given: { type: 'blank'; blanks: string[] }
  detail: { type: 'blank'; shares: number[] }
  /** Each blank stands in the stem as `{{}}`. */
  source: SourceCommon & { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
}
