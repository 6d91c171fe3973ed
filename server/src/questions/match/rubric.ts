import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface Pair {
  left: string
  right: string
  /** What the pair counts beside the others, in hundredths; absent for 1. */
  weight?: number
}

export const usualWeight = 100

export interface MatchShapes {
  body: Stem & { type: 'match'; lefts: string[]; rights: string[] }
  /** Matching right item for each left one, and the weight of each pair where they differ. */
  rubric: Known & { type: 'match'; pairs: number[]; weights?: number[] }
  /** Chosen right item for each left one; null if none. */
  given: { type: 'match'; pairs: (number | null)[] }
  detail: NoDetail
  source: SourceCommon & { type: 'match'; pairs: Pair[]; distractors: string[] }
}
