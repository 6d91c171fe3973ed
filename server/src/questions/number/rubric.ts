import type { Known, SourceCommon, Stem } from '../definition'

export interface NumberUnit {
  name: string
  /** Value of this unit in the first unit: a number such as `0.01`, or a fraction such as `1/3.6`. */
  factor: string
}

/** Rule that decides which answers to a 数值题 are accepted. */
export interface NumberRule {
  /** Expected number, in the first unit. */
  value: string
  /** A number, or a percentage of the value. */
  tolerance: string
  /** Accepted units; empty if the number has no unit. */
  units: NumberUnit[]
  /** Whether the student writes the unit; otherwise the first unit is shown beside the field. */
  asksUnit: boolean
  /** Share of the score for a right number with a wrong or missing unit. */
  unitShare: number
}

export interface NumberShapes {
  body: Stem & { type: 'number'; unit: string; asksUnit: boolean }
  rubric: Known & NumberRule & { type: 'number' }
  given: { type: 'number'; value: string; unit: string }
  detail: { type: 'number'; number: boolean; unit: boolean }
  source: SourceCommon & NumberRule & { type: 'number' }
}
