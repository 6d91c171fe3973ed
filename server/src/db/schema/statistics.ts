import type { GeneratedAlways } from 'kysely'

/** Tables of migration 0080. */
export interface StatisticsSchema {
  answer_changes: { id: GeneratedAlways<number>; attempt_id: number }
  first_answers: FirstAnswers
  item_statistics: ItemStatistics
  item_counts: ItemCounts
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
