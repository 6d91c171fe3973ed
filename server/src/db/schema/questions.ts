import type { QuestionType, Verdict } from '@dxx/contract/questions'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Body, Detail, Given, Rubric, Scored } from '../../questions/rubric'

/** Tables of migration 0005. */
export interface QuestionsSchema {
  questions: Questions
  question_versions: QuestionVersions
  test_attempts: TestAttempts
  question_attempts: QuestionAttempts
  wrong_questions: WrongQuestions
}

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

export type AttemptSource = 'textbook' | 'test' | 'bank' | 'exam'
type TestState = 'scored' | 'grading' | 'marking'

interface Questions {
  id: GeneratedAlways<number>
  uid: string
  curriculum_id: number
  slug: string
  origin: string
  type: QuestionType
  score: number
  difficulty: number
  tags: string[]
  chapter_id: number | null
  free: boolean
  test_slug: string | null
  position: number
  version_id: number
  removed_at: number | null
}

interface QuestionVersions {
  id: GeneratedAlways<number>
  question_uid: string
  hash: Buffer
  source: Json<unknown>
  body: Json<Body>
  rubric: Json<Rubric>
  created_at: number
}

interface TestAttempts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  curriculum_id: number
  chapter_id: number
  seed: Buffer
  seconds: number
  score: number
  max_score: number
  waiting_score: number
  right_count: number
  question_count: number
  state: TestState
  created_at: number
}

interface QuestionAttempts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  question_id: number
  version_id: number
  source: AttemptSource
  test_attempt_id: number | null
  exam_attempt_id: number | null
  practice_id: number | null
  position: number
  seed: Buffer
  answer: ColumnType<Given | null, string | null, never>
  verdict: Verdict
  score: number
  max_score: number
  waiting_score: number
  detail: Json<Detail>
  /** Score without the points that all students of an exam were given; null if none were. */
  ruled_from: ColumnType<Scored | null, string | null | undefined, string | null>
  grading_failures: Generated<number>
  grading_manual: Generated<boolean>
  created_at: number
}

interface WrongQuestions {
  user_id: number
  question_id: number
  source: AttemptSource
  attempt_id: number
  wrong_count: number
  right_streak: Generated<number>
  first_at: number
  last_at: number
  removed_at: number | null
  causes: Generated<string[]>
  note: Generated<string>
  due_at: Generated<number>
  stability: Generated<number>
  hardness: Generated<number>
  reviews: Generated<number>
  lapses: Generated<number>
  reviewed_at: number | null
  mastered_at: number | null
}
