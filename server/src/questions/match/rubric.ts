import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface Pair {
  left: string
  right: string
  /** Weight relative to the other pairs, in hundredths: 100 for a weight of 1, which is the default. */
  weight?: number
}

export const usualWeight = 100

export interface MatchShapes {
  body: Stem & { type: 'match'; lefts: string[]; rights: string[] }
  /** Index of the matching right-hand item for each left-hand item; weight of each pair if the weights differ. */
  rubric: Known & { type: 'match'; pairs: number[]; weights?: number[] }
  /** Index of the chosen right-hand item for each left-hand item; null if none was chosen. */
  given: { type: 'match'; pairs: (number | null)[] }
  detail: NoDetail
  source: SourceCommon & { type: 'match'; pairs: Pair[]; distractors: string[] }
}
