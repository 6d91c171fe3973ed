import type { Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0080 and 0081. */
export interface StatisticsSchema {
  answer_changes: { id: GeneratedAlways<number>; attempt_id: number }
  first_answers: FirstAnswers
  item_statistics: ItemStatistics
  item_counts: ItemCounts
  calibration_scales: CalibrationScales
  item_parameters: ItemParameters
}

export type AnswerKind = 'exam' | 'test' | 'practice'

interface FirstAnswers {
  question_id: number
  user_id: number
  attempt_id: number
  version_id: number
  kind: AnswerKind
  share: number | null
  rest: number | null
  seconds: number | null
  chosen: number[]
}

interface ItemStatistics {
  version_id: number
  kind: AnswerKind
  answers: number
  rights: number
  share_sum: number
  rest_answers: number
  rest_sum: number
  rest_squares: number
  rest_share_sum: number
  rest_share_squares: number
  rest_products: number
}

interface ItemCounts {
  version_id: number
  kind: AnswerKind
  counter: 'option' | 'seconds'
  value: number
  answers: number
}

interface CalibrationScales {
  curriculum_id: number
  new_answers: Generated<number>
  calibrated_at: number | null
  answers: Generated<number>
  students: Generated<number>
  questions: Generated<number>
  anchors: Generated<number>
  last_attempt_id: Generated<number>
  mean: Generated<number>
  deviation: Generated<number>
}

interface ItemParameters {
  version_id: number
  difficulty: number
  discrimination: number
  difficulty_error: number
  discrimination_error: number
  answers: number
  infit: number
  outfit: number
  anchor: boolean
  calibrated_at: number
}
