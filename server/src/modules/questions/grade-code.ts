import type { ManualReason } from '@dxx/contract/questions'
import type { CodeQueue } from '../../adapters/runner/queue'
import type { Db } from '../../db/connection'
import type { AttemptSource } from '../../db/schema/questions'
import { inTransaction } from '../../db/transaction'
import type { JobContext } from '../../jobs/worker'
import type { CodeGrade } from '../../questions/code/rubric'
import { scoreCode } from '../../questions/code/score'
import { scoreMaterial } from '../../questions/material/score'
import type { Version } from '../../questions/present'
import type { Given, PartBody, PartGiven, PartRubric, Scored, ScoredPart } from '../../questions/rubric'
import { setQuestionPoints } from '../../questions/scale'
import { gradeCode, notGraded } from '../runcode/public'
import { noteAnswers } from '../statistics/public'
import { lockExam, lockTest, openGrading, sumUpExams, sumUpTest, waitingScore } from './attempts'
import { versionsById } from './queries'
import { noteOutcomes } from './wrong-book'

type Submission = Parameters<typeof gradeCode>[1]
type Grader = (submission: Submission) => Promise<CodeGrade>

/** Number of unfinished runs after which a program is graded manually. */
const maxGradingFailures = 3

/** Job that runs the programs of one answer. Idempotent: a graded answer is left unchanged. */
export const gradeAnswer =
  (queue: Pick<CodeQueue, 'patiently'>) =>
  async ({ db, clock, log }: JobContext, { attempt: id }: { attempt: number }): Promise<void> => {
    const attempt = await beginGrading(db, id)
    if (!attempt) return
    const [stored] = await versionsById(db, [attempt.version_id])
    const version = stored && setQuestionPoints(stored, attempt.max_score)
    const runner = queue.patiently(attempt.user_id)
    // If the limit is exceeded without a grade, the process crashed each time, so the program is not run again.
    const lost = attempt.grading_failures > maxGradingFailures
    const grader: Grader = async (submission) => (lost ? notGraded(submission.tests) : gradeCode(runner, submission))
    let scored: Scored
    try {
      scored = await gradeAll(grader, version!, attempt.answer!, attempt)
    } catch (error) {
      // An unavailable runner does not count as a failure of this program.
      await forgetFailure(db, id)
      throw error
    }
    const manual = manualReasons(scored)
    if (manual.includes('runner') && attempt.grading_failures < maxGradingFailures)
      throw new Error('the runner could not finish a program that is being graded')
    if (manual.length > 0) log.warn({ attempt: id, manual }, 'a program has to be scored by a person')
    await inTransaction(db, async (tx) => {
      if (attempt.test_attempt_id !== null) await lockTest(tx, attempt.test_attempt_id)
      if (attempt.exam_attempt_id !== null) await lockExam(tx, attempt.exam_attempt_id)
      const updated = await tx
        .updateTable('question_attempts')
        .set({
          verdict: scored.verdict,
          score: scored.score,
          waiting_score: waitingScore(version!.rubric, scored),
          detail: JSON.stringify(scored.detail),
          grading_manual: manual.length > 0,
        })
        .where('id', '=', id)
        .where('verdict', '=', 'grading')
        .returning('id')
        .executeTakeFirst()
      if (updated && attempt.exam_attempt_id !== null)
        await openGrading(tx, [{ id, given: attempt.answer, verdict: scored.verdict, detail: scored.detail }])
      if (updated) await publishScore(tx, { ...attempt, id, verdict: scored.verdict }, clock.now())
    })
  }

interface ScoredRow {
  id: number
  user_id: number
  question_id: number
  source: AttemptSource
  test_attempt_id: number | null
  exam_attempt_id: number | null
  verdict: Scored['verdict']
}

/** Updates the totals of the test or exam, and 错题本, with a new score. The caller has locked the test or exam. */
export async function publishScore(tx: Db, row: ScoredRow, now: number): Promise<void> {
  const { id: attemptId, user_id: userId, question_id: questionId, source, verdict } = row
  if (row.test_attempt_id !== null) await sumUpTest(tx, row.test_attempt_id)
  if (row.exam_attempt_id !== null) await sumUpExams(tx, [row.exam_attempt_id])
  else await noteAnswers(tx, [attemptId])
  if (row.exam_attempt_id === null || (await isTold(tx, attemptId)))
    await noteOutcomes(tx, [{ userId, questionId, source, attemptId, verdict }], now)
}

/** Whether an exam answer may enter 错题本: the exam has ended, releases its answers, and the question is not void. */
async function isTold(tx: Db, attemptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('question_attempts as q')
    .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .leftJoin('exam_rulings as r', (join) =>
      join.onRef('r.exam_id', '=', 'e.id').onRef('r.position', '=', 'q.position').on('r.kind', '=', 'void'),
    )
    .select('e.id')
    .where('q.id', '=', attemptId)
    .where('r.kind', 'is', null)
    .where('e.finished_at', 'is not', null)
    .where('e.analysis', '!=', 'never')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a failure before the run, because a process that crashes during the run could not count it. */
function beginGrading(db: Db, id: number) {
  return db
    .updateTable('question_attempts')
    .set((eb) => ({ grading_failures: eb('grading_failures', '+', 1) }))
    .where('id', '=', id)
    .where('verdict', '=', 'grading')
    .returning(['user_id', 'question_id', 'version_id', 'test_attempt_id', 'exam_attempt_id', 'source', 'answer'])
    .returning(['verdict', 'score', 'max_score', 'detail', 'grading_failures'])
    .executeTakeFirst()
}

async function forgetFailure(db: Db, id: number): Promise<void> {
  await db
    .updateTable('question_attempts')
    .set((eb) => ({ grading_failures: eb('grading_failures', '-', 1) }))
    .where('id', '=', id)
    .where('grading_failures', '>', 0)
    .execute()
}

function manualReasons({ detail }: Scored): ManualReason[] {
  const details = detail.type === 'material' ? detail.parts.map((part) => part.detail) : [detail]
  return details.flatMap((one) => (one.type === 'code' && one.grade.manual ? [one.grade.manual] : []))
}

async function gradeAll(grader: Grader, version: Version, given: Given, before: Scored): Promise<Scored> {
  const { body, rubric, setup } = version
  if (body.type !== 'material' || rubric.type !== 'material' || given.type !== 'material')
    return gradePart(grader, body as PartBody, rubric as PartRubric, given as PartGiven, setup)
  if (before.detail.type !== 'material') throw new Error(`the answer to ${version.uid} has no parts`)
  const parts: ScoredPart[] = []
  for (const [i, part] of before.detail.parts.entries()) {
    parts.push(
      part.verdict === 'grading'
        ? await gradePart(grader, body.parts[i]!, rubric.parts[i]!, given.parts[i]!, setup)
        : part,
    )
  }
  return scoreMaterial(parts)
}

async function gradePart(
  grader: Grader,
  body: PartBody,
  rubric: PartRubric,
  given: PartGiven,
  setup: string,
): Promise<ScoredPart> {
  if (body.type !== 'code' || rubric.type !== 'code' || given.type !== 'code') throw new Error('not a program')
  const { tests, compare } = rubric
  const { language, db } = body
  return scoreCode(rubric, await grader({ language, source: given.source, tests, compare, setup: db ? setup : '' }))
}
