import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface OrderShapes {
  body: Stem & { type: 'order'; items: string[] }
  rubric: Known & {
    type: 'order'
    count: number
    /** Right order of the items; absent if it is the author's order. */
    sequence?: number[]
  }
  given: { type: 'order'; items: number[] }
  detail: NoDetail
  /** Items are in the right order. */
  source: SourceCommon & { type: 'order'; items: string[] }
}
