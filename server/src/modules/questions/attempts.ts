import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { enqueue } from '../../jobs/queue'
import type { Version } from './present'
import type { Given, Rubric, Scored } from './rubric'
import type { AttemptSource } from './schema'
import { scoreAnswer } from './score/score'

export interface Answered {
  version: Version
  given: Given | null
}

interface Handed {
  userId: number
  source: AttemptSource
  /** Of the paper. */
  seed: Buffer
  testAttemptId: number | null
  now: number
}

export type Recorded = Answered & { scored: Scored; id: number; uid: string }

/**
 * Scores answers and keeps them, in the transaction of whoever hands them in. Programs are sent to be graded. Null where
 * one of them was handed in on the same paper before.
 */
export async function recordAnswers(tx: Db, answers: Answered[], handed: Handed): Promise<Recorded[] | null> {
  const recorded: Recorded[] = []
  for (const [position, { version, given }] of answers.entries()) {
    const scored = scoreAnswer(version.rubric, given)
    const row = await tx
      .insertInto('question_attempts')
      .values({
        user_id: handed.userId,
        question_id: version.questionId,
        version_id: version.id,
        source: handed.source,
        test_attempt_id: handed.testAttemptId,
        position,
        seed: handed.seed,
        answer: given && JSON.stringify(given),
        verdict: scored.verdict,
        score: scored.score,
        max_score: version.rubric.score,
        waiting_score: waitingScore(version.rubric, scored),
        detail: JSON.stringify(scored.detail),
        created_at: handed.now,
      })
      .onConflict((conflict) => conflict.columns(['seed', 'question_id']).doNothing())
      .returning(['id', 'uid'])
      .executeTakeFirst()
    if (!row) return null
    await noteOutcome(tx, { ...handed, questionId: version.questionId, attemptId: row.id, verdict: scored.verdict })
    if (scored.verdict === 'grading')
      await enqueue(tx, 'grade_code', { attempt: row.id }, { runAt: handed.now, uniqueKey: `grade_code ${row.id}` })
    recorded.push({ version, given, scored, ...row })
  }
  return recorded
}

/** How much of a question's score waits for a runner or a reader. */
export function waitingScore(rubric: Rubric, { verdict, detail }: Scored): number {
  const waits = (said: Scored['verdict']) => said === 'grading' || said === 'marking'
  if (rubric.type !== 'material' || detail.type !== 'material') return waits(verdict) ? rubric.score : 0
  return rubric.parts.reduce((sum, part, i) => (waits(detail.parts[i]!.verdict) ? sum + part.score : sum), 0)
}

interface Outcome {
  userId: number
  questionId: number
  source: AttemptSource
  attemptId: number
  verdict: Scored['verdict']
  now: number
}

/** Keeps 错题本: what was answered wrong goes in, what is answered right from then on is counted. */
export async function noteOutcome(tx: Db, outcome: Outcome): Promise<void> {
  const { userId, questionId, source, attemptId, verdict, now } = outcome
  if (verdict === 'wrong' || verdict === 'partial') {
    await tx
      .insertInto('wrong_questions')
      .values({
        user_id: userId,
        question_id: questionId,
        source,
        attempt_id: attemptId,
        wrong_count: 1,
        first_at: now,
        last_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'question_id']).doUpdateSet({
          source,
          attempt_id: attemptId,
          wrong_count: sql`wrong_questions.wrong_count + 1`,
          right_streak: 0,
          last_at: now,
          removed_at: null,
        }),
      )
      .execute()
  } else if (verdict === 'right') {
    await tx
      .updateTable('wrong_questions')
      .set((eb) => ({ right_streak: eb('right_streak', '+', 1) }))
      .where('user_id', '=', userId)
      .where('question_id', '=', questionId)
      .execute()
  }
}

/** Adds up a test from its answers. Whoever changes one of them holds the test's row. */
export async function sumUpTest(tx: Db, testAttemptId: number): Promise<void> {
  await sql`
    update test_attempts set
      score = sums.score, max_score = sums.max_score, waiting_score = sums.waiting_score,
      right_count = sums.right_count, question_count = sums.question_count, state = sums.state
    from (
      select sum(score) as score, sum(max_score) as max_score, sum(waiting_score) as waiting_score,
        count(*) filter (where verdict = 'right') as right_count, count(*) as question_count,
        case when bool_or(verdict = 'grading') then 'grading' when bool_or(verdict = 'marking') then 'marking' else 'scored' end as state
      from question_attempts where test_attempt_id = ${testAttemptId}
    ) sums
    where id = ${testAttemptId}`.execute(tx)
}

export function lockTest(tx: Db, testAttemptId: number) {
  return tx.selectFrom('test_attempts').select('id').where('id', '=', testAttemptId).forUpdate().execute()
}
