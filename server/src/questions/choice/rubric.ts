import type { Known, NoDetail, SourceCommon, Stem } from '../definition'
import { wholeShare } from '../shares'

export type ChoiceType = 'single' | 'multiple' | 'indefinite'

export interface SourceOption {
  text: string
  right: boolean
  /** Not moved when options are shuffled. */
  fixed: boolean
  /** Share of the score; null unless the author weights the options, in which case all options have a share. */
  share: number | null
}

export interface ChoiceShapes {
  body: Stem & { type: ChoiceType; options: { html: string; fixed: boolean }[] }
  rubric: Known & {
    type: ChoiceType
    right: number[]
    /** Share of the score per option, if the author set shares: the score is the sum over the chosen options. */
    shares?: number[]
  }
  given: { type: ChoiceType; options: number[] }
  detail: NoDetail
  source: SourceCommon & { type: ChoiceType; options: SourceOption[] }
}

/** Whether an option with this share of the points is a right one. */
export const rightOf = (type: ChoiceType, share: number) => (type === 'single' ? share >= wholeShare - 10 : share > 0)
