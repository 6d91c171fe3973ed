import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Given } from '../questions/public'

/** The tables of migration 0012. */
export interface ExamsSchema {
  exams: Exams
  exam_classes: { exam_id: number; class_id: number }
  exam_questions: { exam_id: number; position: number; question_id: number; version_id: number }
  exam_attempts: ExamAttempts
  exam_steps: ExamSteps
  exam_leaves: { attempt_id: number; epoch: number; seq: number; at: number; seconds: number }
}

export type AnalysisRule = 'never' | 'submitted' | 'ended'
export type AttemptState = 'prepared' | 'running' | 'submitted' | 'closed'
export type ScoreState = 'scoring' | 'grading' | 'marking' | 'scored'

interface Exams {
  id: GeneratedAlways<number>
  uid: Generated<string>
  slug: string
  school_id: number
  title: string
  notice: string
  starts_at: number
  ends_at: number
  duration: number
  attempts_allowed: number
  score: number
  pass_score: number
  question_count: number
  analysis: AnalysisRule
  rank: boolean
  shuffle_questions: boolean
  shuffle_options: boolean
  seed: Buffer
  extension: Generated<number>
  closes_at: number
  published_at: number
  reminded_at: number | null
  finished_at: number | null
}

interface ExamAttempts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  exam_id: number
  user_id: number
  number: number
  seed: number
  state: AttemptState
  started_at: number | null
  deadline_at: number | null
  extension: Generated<number>
  epoch: Generated<number>
  device: string | null
  submitted_at: number | null
  answered: number | null
  hash: string | null
  score_state: ScoreState | null
  score: number | null
  waiting_score: number | null
  told_at: number | null
}

interface ExamSteps {
  attempt_id: number
  epoch: number
  seq: number
  position: number
  answer: ColumnType<Given | null, string | null, never>
  flagged: boolean
  at: number
  received_at: number
  fate: 'counted' | 'late' | 'stale'
}
