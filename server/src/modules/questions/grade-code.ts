import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { JobContext } from '../../jobs/worker'
import { type CodeQueue, gradeCode } from '../runcode/public'
import { lockExam, lockTest, sumUpExam, sumUpTest, waitingScore } from './attempts'
import type { Version } from './present'
import { versionsById } from './queries'
import type { Given, PartBody, PartGiven, PartRubric, Scored, ScoredPart } from './rubric'
import { scoreCode } from './score/code'
import { scoreMaterial } from './score/material'
import { noteOutcomes } from './wrong-book'

type Runner = ReturnType<CodeQueue['patiently']>

/** The job that runs the programs of one answer. Safe to repeat: an answer that has its grade is left alone. */
export const gradeAnswer =
  (queue: Pick<CodeQueue, 'patiently'>) =>
  async ({ db, clock }: JobContext, { attempt: id }: { attempt: number }): Promise<void> => {
    const attempt = await waitingAttempt(db, id)
    if (!attempt) return
    const [version] = await versionsById(db, [attempt.version_id])
    const scored = await gradeAll(queue.patiently(attempt.user_id), version!, attempt.answer!, attempt)
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
        })
        .where('id', '=', id)
        .where('verdict', '=', 'grading')
        .returning('id')
        .executeTakeFirst()
      if (!updated) return
      const { user_id: userId, question_id: questionId, source, exam_attempt_id: examAttemptId } = attempt
      if (attempt.test_attempt_id !== null) await sumUpTest(tx, attempt.test_attempt_id)
      if (examAttemptId !== null) await sumUpExam(tx, examAttemptId)
      if (examAttemptId === null || (await isTold(tx, examAttemptId)))
        await noteOutcomes(tx, [{ userId, questionId, source, attemptId: id, verdict: scored.verdict }], clock.now())
    })
  }

/** Wrong answers of an exam go into 错题本 after its end, and only where its answers may be read at all. */
export async function isTold(tx: Db, examAttemptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select('e.id')
    .where('a.id', '=', examAttemptId)
    .where('e.finished_at', 'is not', null)
    .where('e.analysis', '!=', 'never')
    .executeTakeFirst()
  return row !== undefined
}

function waitingAttempt(db: Db, id: number) {
  return db
    .selectFrom('question_attempts')
    .select([
      'user_id',
      'question_id',
      'version_id',
      'test_attempt_id',
      'exam_attempt_id',
      'source',
      'answer',
      'verdict',
      'score',
      'detail',
    ])
    .where('id', '=', id)
    .where('verdict', '=', 'grading')
    .executeTakeFirst()
}

async function gradeAll(runner: Runner, version: Version, given: Given, before: Scored): Promise<Scored> {
  const { body, rubric, setup } = version
  if (body.type !== 'material' || rubric.type !== 'material' || given.type !== 'material')
    return gradePart(runner, body as PartBody, rubric as PartRubric, given as PartGiven, setup)
  if (before.detail.type !== 'material') throw new Error(`the answer to ${version.uid} has no parts`)
  const parts: ScoredPart[] = []
  for (const [i, part] of before.detail.parts.entries()) {
    parts.push(
      part.verdict === 'grading'
        ? await gradePart(runner, body.parts[i]!, rubric.parts[i]!, given.parts[i]!, setup)
        : part,
    )
  }
  return scoreMaterial(parts)
}

async function gradePart(
  runner: Runner,
  body: PartBody,
  rubric: PartRubric,
  given: PartGiven,
  setup: string,
): Promise<ScoredPart> {
  if (body.type !== 'code' || rubric.type !== 'code' || given.type !== 'code') throw new Error('not a program')
  const { tests } = rubric
  return scoreCode(
    rubric,
    await gradeCode(runner, { language: body.language, source: given.source, tests, setup: body.db ? setup : '' }),
  )
}
