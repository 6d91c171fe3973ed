import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface MatchShapes {
  body: Stem & { type: 'match'; lefts: string[]; rights: string[] }
  /** Matching right item for each left one. */
  rubric: Known & { type: 'match'; pairs: number[] }
  /** Chosen right item for each left one; null if none. */
  given: { type: 'match'; pairs: (number | null)[] }
  detail: NoDetail
  source: SourceCommon & { type: 'match'; pairs: { left: string; right: string }[]; distractors: string[] }
}
