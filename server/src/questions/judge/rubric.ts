import type { Known, NoDetail, SourceCommon, Stem } from '../definition'

export interface JudgeShapes {
  body: Stem & { type: 'judge' }
  rubric: Known & { type: 'judge'; value: boolean }
  given: { type: 'judge'; value: boolean }
  detail: NoDetail
  source: SourceCommon & { type: 'judge'; value: boolean }
}
