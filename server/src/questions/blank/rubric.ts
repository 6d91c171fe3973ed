import type { Known, SourceCommon, Stem } from '../definition'

/**
 * Accepted answer of a blank: a text, or a number with a tolerance; `share` is the share of the blank's score it earns.
 * A text that is a formula (`$…$`) is compared as mathematics; `html` is the formula rendered at compilation.
 */
export type Accepted = { share: number } & ({ text: string; html?: string } | { value: string; tolerance: string })

export interface BlankShapes {
  body: Stem & { type: 'blank'; blanks: number }
  rubric: Known & { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
  given: { type: 'blank'; blanks: string[] }
  detail: { type: 'blank'; shares: number[] }
  /** The stem contains `{{}}` for each blank. */
  source: SourceCommon & { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
}
