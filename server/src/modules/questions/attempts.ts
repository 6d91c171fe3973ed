import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { enqueue } from '../../jobs/queue'
import type { Version } from './present'
import type { Given, Rubric, Scored } from './rubric'
import type { AttemptSource } from './schema'
import { scoreAnswer } from './score/score'
import { noteOutcomes } from './wrong-book'

export interface Answered {
  version: Version
  given: Given | null
}

interface Handed {
  userId: number
  source: AttemptSource
  /** Of the paper. */
  seed: Buffer
  testAttemptId?: number
  practiceId?: number
  now: number
}

export type Recorded = Answered & { scored: Scored; id: number; uid: string }

/**
 * Scores answers and keeps them, in the transaction of whoever hands them in. Programs are sent to be graded. Null where
 * one of them was handed in on the same paper before.
 */
export async function recordAnswers(tx: Db, answers: Answered[], handed: Handed): Promise<Recorded[] | null> {
  const { userId, source, now } = handed
  const scored = answers.map(({ version, given }) => ({ version, given, scored: scoreAnswer(version.rubric, given) }))
  const rows = await tx
    .insertInto('question_attempts')
    .values(
      scored.map(({ version, given, scored: { verdict, score, detail } }, position) => ({
        user_id: userId,
        question_id: version.questionId,
        version_id: version.id,
        source,
        test_attempt_id: handed.testAttemptId ?? null,
        practice_id: handed.practiceId ?? null,
        position,
        seed: handed.seed,
        answer: given && JSON.stringify(given),
        verdict,
        score,
        max_score: version.rubric.score,
        waiting_score: waitingScore(version.rubric, { verdict, score, detail }),
        detail: JSON.stringify(detail),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['seed', 'question_id']).doNothing())
    .returning(['id', 'uid', 'question_id'])
    .execute()
  if (rows.length < answers.length) return null
  const kept = new Map(rows.map(({ question_id, id, uid }) => [question_id, { id, uid }]))
  const recorded = scored.map((one) => ({ ...one, ...kept.get(one.version.questionId)! }))
  await noteOutcomes(
    tx,
    recorded.map(({ id, version: { questionId }, scored: { verdict } }) => ({
      userId,
      questionId,
      source,
      attemptId: id,
      verdict,
    })),
    now,
  )
  for (const { id, scored } of recorded) if (scored.verdict === 'grading') await sendToGrading(tx, id, now)
  return recorded
}

export function sendToGrading(tx: Db, attemptId: number, now: number): Promise<void> {
  return enqueue(tx, 'grade_code', { attempt: attemptId }, { runAt: now, uniqueKey: `grade_code ${attemptId}` })
}

/** How much of a question's score waits for a runner or a reader. */
export function waitingScore(rubric: Rubric, { verdict, detail }: Scored): number {
  const waits = (said: Scored['verdict']) => said === 'grading' || said === 'marking'
  if (rubric.type !== 'material' || detail.type !== 'material') return waits(verdict) ? rubric.score : 0
  return rubric.parts.reduce((sum, part, i) => (waits(detail.parts[i]!.verdict) ? sum + part.score : sum), 0)
}

const stateOfAll = sql`case when bool_or(verdict = 'grading') then 'grading'
  when bool_or(verdict = 'marking') then 'marking' else 'scored' end`

/** Adds up a test from its answers. Whoever changes one of them holds the test's row. */
export async function sumUpTest(tx: Db, testAttemptId: number): Promise<void> {
  await sql`
    update test_attempts set
      score = sums.score, max_score = sums.max_score, waiting_score = sums.waiting_score,
      right_count = sums.right_count, question_count = sums.question_count, state = sums.state
    from (
      select sum(score) as score, sum(max_score) as max_score, sum(waiting_score) as waiting_score,
        count(*) filter (where verdict = 'right') as right_count, count(*) as question_count, ${stateOfAll} as state
      from question_attempts where test_attempt_id = ${testAttemptId}
    ) sums
    where id = ${testAttemptId}`.execute(tx)
}

export function lockTest(tx: Db, testAttemptId: number) {
  return tx.selectFrom('test_attempts').select('id').where('id', '=', testAttemptId).forUpdate().execute()
}

/** The same for an exam. */
export async function sumUpExam(tx: Db, examAttemptId: number): Promise<void> {
  await sql`
    update exam_attempts set score = sums.score, waiting_score = sums.waiting_score, score_state = sums.state
    from (
      select sum(score) as score, sum(waiting_score) as waiting_score, ${stateOfAll} as state
      from question_attempts where exam_attempt_id = ${examAttemptId}
    ) sums
    where id = ${examAttemptId}`.execute(tx)
}

export function lockExam(tx: Db, examAttemptId: number) {
  return tx.selectFrom('exam_attempts').select('id').where('id', '=', examAttemptId).forUpdate().execute()
}
