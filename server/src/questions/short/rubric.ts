import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface ShortShapes {
  body: Stem & { type: 'short' }
  rubric: Known & { type: 'short'; reference: string; points: { score: number; html: string }[] }
  given: { type: 'short'; text: string }
  detail: NoDetail
  source: SourceCommon & { type: 'short'; reference: string; points: { score: number; text: string }[] }
}
