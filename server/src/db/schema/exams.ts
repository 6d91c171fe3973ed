import type { PaperRules } from '@dxx/contract/calls/staff/exam-shapes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Given, Rubric } from '../../questions/rubric'

/** Tables of migrations 0012, 0024, 0032 to 0034, 0046 and 0126. */
export interface ExamsSchema {
  exams: Exams
  exam_classes: { exam_id: number; class_id: number }
  exam_questions: {
    exam_id: number
    position: number
    question_id: number
    version_id: number
    points: ColumnType<number | null, number | null | undefined, never>
  }
  exam_attempts: ExamAttempts
  exam_steps: ExamSteps
  exam_leaves: { attempt_id: number; epoch: number; seq: number; at: number; seconds: number }
  exam_drafts: ExamDrafts
  exam_draft_editors: { draft_id: number; user_id: number; seen_at: number }
  exam_rulings: ExamRulings
  exam_messages: ExamMessages
  exam_presence: { attempt_id: number; seen_at: number; saved_at: number | null }
  exam_grading: ExamGrading
  exam_grades: ExamGrades
  exam_grading_setups: ExamGradingSetups
  grading_phrases: {
    id: GeneratedAlways<number>
    uid: Generated<string>
    user_id: number
    text: string
    uses: Generated<number>
  }
  exam_regrades: ExamRegrades
  exam_score_changes: ExamScoreChanges
  exam_appeals: ExamAppeals
  exam_grade_changes: ExamGradeChanges
}

interface ExamGrading {
  question_attempt_id: number
  part: number
  state: 'waiting' | 'second' | 'third' | 'graded'
  hash: string
  claimed_by: number | null
  claimed_until: number | null
  counted: number[] | null
  flagged_by: number | null
  flagged_at: number | null
}

interface ExamGrades {
  id: GeneratedAlways<number>
  key: string
  question_attempt_id: number
  part: number
  score: number
  points: Generated<number[]>
  comment: Generated<string>
  decisive: boolean
  by_user: number | null
  at: number
  undone_at: number | null
  rubric: ColumnType<{ score: number; html: string }[] | null, string | null, string | null>
}

interface ExamGradingSetups {
  exam_id: number
  position: number
  part: number
  double: boolean
  difference: number
  anonymous: boolean
  rubric: ColumnType<{ score: number; html: string }[] | null, string | null, string | null>
  version: Generated<number>
}

interface ExamRegrades {
  id: GeneratedAlways<number>
  uid: Generated<string>
  exam_id: number
  position: number
  kind: 'void' | 'give' | 'key' | 'original'
  previous: string | null
  reason: string
  by_user: number | null
  created_at: number
  total: number
  done: Generated<number>
  changed: Generated<number>
  up: Generated<number>
  down: Generated<number>
  cursor: Generated<number>
  finished_at: number | null
}

interface ExamScoreChanges {
  regrade_id: number
  attempt_id: number
  before: number
  after: number
  total_before: number
  total_after: number
  at: number
}

interface ExamGradeChanges {
  id: GeneratedAlways<number>
  attempt_id: number
  position: number
  appeal: boolean
  before: number
  after: number
  total_before: number
  total_after: number
  at: number
  open: boolean
}

interface ExamAppeals {
  id: GeneratedAlways<number>
  uid: Generated<string>
  attempt_id: number
  position: number
  reason: string
  created_at: number
  state: Generated<'open' | 'kept' | 'changed'>
  answer: Generated<string>
  answered_at: number | null
  answered_by: number | null
}

interface ExamDrafts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  body: ColumnType<unknown, string, string>
  version: Generated<number>
  school_id: number | null
  class_ids: Generated<number[]>
  exam_id: number | null
  created_by: number
  created_at: number
  updated_by: number
  updated_at: number
  deleted_at: number | null
}

interface ExamRulings {
  exam_id: number
  position: number
  kind: 'void' | 'give' | 'key'
  rubrics: ColumnType<Rubric[], string, string>
  keep_key: Generated<boolean>
  reason: string
  by_user: number | null
  at: number
}

interface ExamMessages {
  id: GeneratedAlways<number>
  uid: Generated<string>
  exam_id: number
  body: string
  user_ids: number[] | null
  position: number | null
  by_user: number | null
  at: number
}

export interface PaperSection {
  title: string
  count: number
  /** Number of questions that each student gets from the section; all if absent. */
  draw?: number
}

/** Papers of an exam with a pool of questions, and how much they differ. */
export interface ExamForms {
  /** Positions of the questions of each paper, ascending. */
  lists: number[][]
  /** Largest difference of the expected score at any ability, as a share of the maximum. */
  scoreRange: number
  /** Largest difference of the standard error at any ability, as a share. */
  errorRange: number
  /** Largest number of drawn questions that two papers have in common. */
  overlap: number
  /** Number of drawn questions per paper. */
  drawn: number
  /** Largest share of the papers that contain one question. */
  exposure: number
  rules?: PaperRules
  /** Conversion of the totals of each paper, in hundredths of a point; absent if totals are not converted. */
  equating?: Conversion[]
}

/** Linear conversion of totals: `slope` · total + `intercept`. */
export interface Conversion {
  slope: number
  intercept: number
}

export type AnalysisRule = 'never' | 'submitted' | 'ended'
export type AttemptState = 'prepared' | 'running' | 'submitted' | 'closed'
type ScoreState = 'scoring' | 'grading' | 'marking' | 'scored'

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
  withdrawn_at: number | null
  withdrawn_reason: string | null
  notice_source: string | null
  paused_at: number | null
  pause_reason: string | null
  paused_seconds: Generated<number>
  ended_early_at: number | null
  ended_early_reason: string | null
  sections: ColumnType<PaperSection[] | null, string | null | undefined, string | null>
  paper_version: Generated<number>
  forms: ColumnType<ExamForms | null, string | null | undefined, string | null>
  options_as_written: Generated<boolean>
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
  late_bytes: Generated<number>
  paused_at: number | null
  paused_seconds: Generated<number>
  messages_read_at: number | null
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
