import type { ExamReceipt, exams } from '@dxx/contract/calls/exams'
import { sql } from 'kysely'
import type * as z from 'zod'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { inTransaction } from '../../db/transaction'
import { enqueue } from '../../jobs/queue'
import { type ExamPaper, paperOf } from './papers'
import { noteSeen } from './presence'
import { type AttemptRow, type Effective, effectiveAnswers, lockAttempt } from './queries'
import { isRunning, receiptHash } from './rules'
import { saveSteps } from './save'

type Input = z.output<(typeof exams)['POST /v1/exam_submit']['input']>

const elsewhere = { msg: '考试已转到另一台设备，请在那里交卷' }

/** Submits once; repeated or concurrent calls get the same receipt. */
export async function submitExam(ctx: Ctx<'student'>, input: Input): Promise<ExamReceipt> {
  const { rootDb, user, clock } = ctx
  // Steps are stored in any case, even from a device that was taken over.
  if (input.steps.length > 0 && (await saveSteps(ctx, input)).takenOver) fail('exam-elsewhere', elsewhere)
  return inTransaction(rootDb, async (tx) => {
    const [attempt = fail('attempt-not-found')] = await lockAttempt(tx, user.id, input.attempt)
    const now = clock.now()
    if (input.epoch > attempt.epoch) fail('epoch-unknown')
    noteSeen(rootDb, attempt.rowId, now, false)
    if (attempt.hash !== null) return receiptOf(attempt, attempt)
    if (attempt.state === 'running' && input.epoch < attempt.epoch) fail('exam-elsewhere', elsewhere)
    const inTime = isRunning(attempt, now)
    const state = inTime ? ('submitted' as const) : ('closed' as const)
    const submittedAt = inTime ? now : attempt.deadlineAt!
    const answers = await effectiveAnswers(tx, [attempt.rowId])
    const paper = await paperOf({ ...ctx, db: tx }, { id: attempt.examId, seed: attempt.paperSeed })
    const receipt = makeReceipt(attempt.id, submittedAt, answers, paper)
    await endAttempt(tx, attempt.rowId, state, submittedAt, receipt.answered, receipt.hash, now)
    await enqueue(tx, 'score_exams', {}, { runAt: now, uniqueKey: 'score_exams' })
    return receiptOf({ ...attempt, state, submittedAt, ...receipt }, attempt)
  })
}

/** Ends an attempt. An attempt that ends during a pause used no time since the beginning of the pause. */
const endAttempt = preparedSql(
  (id: number, state: 'submitted' | 'closed', at: number, answered: number, hash: string, now: number) => sql<object>`
    update exam_attempts set state = ${state}, submitted_at = ${at}, score_state = 'scoring', answered = ${answered},
      hash = ${hash}, paused_seconds = paused_seconds + greatest(0, ${now}::bigint - coalesce(paused_at, ${now}::bigint)),
      paused_at = null
    where id = ${id}`,
)

/** Builds the receipt of the effective answers. */
export function makeReceipt(attempt: string, submittedAt: number, answers: Effective[], { versions }: ExamPaper) {
  const submittedAnswers = answers.flatMap(({ position, answer }) =>
    answer === null ? [] : [{ question: versions[position]!.uid, answer }],
  )
  return { answered: submittedAnswers.length, hash: receiptHash(attempt, submittedAt, submittedAnswers) }
}

export function receiptOf(
  attempt: Pick<AttemptRow, 'id' | 'state' | 'submittedAt' | 'answered' | 'hash'>,
  exam: { title: string; questionCount: number },
): ExamReceipt {
  return {
    attempt: attempt.id,
    exam: exam.title,
    state: attempt.state as ExamReceipt['state'],
    submittedAt: attempt.submittedAt!,
    answered: attempt.answered!,
    count: exam.questionCount,
    hash: attempt.hash!,
  }
}

/** Whether the stored answers still match the receipt. */
export async function isUnchanged(db: Db, attempt: AttemptRow, paper: ExamPaper): Promise<boolean> {
  const answers = await effectiveAnswers(db, [attempt.rowId])
  return makeReceipt(attempt.id, attempt.submittedAt!, answers, paper).hash === attempt.hash
}
