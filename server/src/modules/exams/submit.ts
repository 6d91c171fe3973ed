import type { ExamReceipt, exams } from '@dxx/contract/calls/exams'
import type { z } from 'zod'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { enqueue } from '../../jobs/queue'
import { type ExamPaper, paperOf } from './papers'
import { type AttemptRow, type Effective, effectiveAnswers, examById, lockAttempt } from './queries'
import { isRunning, receiptHash } from './rules'
import { saveSteps } from './save'

type Input = z.output<(typeof exams)['POST /v1/exam_submit']['input']>

/** Submits once; repeated or concurrent calls get the same receipt. */
export async function submitExam(ctx: Ctx<'student'>, input: Input): Promise<ExamReceipt> {
  const { rootDb, user, clock } = ctx
  // Steps are stored in any case, even from a device that was taken over.
  const { takenOver } = await saveSteps(ctx, input)
  if (takenOver) fail('exam-elsewhere', { msg: '考试已转到另一台设备，请在那里交卷' })
  return inTransaction(rootDb, async (tx) => {
    const attempt = (await lockAttempt(tx, user.id, input.attempt)) ?? fail('attempt-not-found')
    const exam = await examById(tx, attempt.examId)
    if (attempt.hash !== null) return receiptOf(attempt, exam)
    if (attempt.state === 'running' && input.epoch < attempt.epoch)
      fail('exam-elsewhere', { msg: '考试已转到另一台设备，请在那里交卷' })
    const now = clock.now()
    const inTime = isRunning(attempt, now)
    const state = inTime ? ('submitted' as const) : ('closed' as const)
    const submittedAt = inTime ? now : attempt.deadlineAt!
    const answers = await effectiveAnswers(tx, [attempt.rowId])
    const receipt = makeReceipt(attempt.id, submittedAt, answers, await paperOf({ ...ctx, db: tx }, exam))
    await tx
      .updateTable('exam_attempts')
      .set({ state, submitted_at: submittedAt, score_state: 'scoring', ...receipt })
      .set(endOfPause(attempt, now))
      .where('id', '=', attempt.rowId)
      .execute()
    await enqueue(tx, 'score_exams', {}, { runAt: now, uniqueKey: 'score_exams' })
    return receiptOf({ ...attempt, state, submittedAt, ...receipt }, exam)
  })
}

/** An attempt that ends during a pause used no time since the pause began. */
const endOfPause = ({ pausedAt, pausedSeconds }: AttemptRow, now: number) =>
  pausedAt === null ? {} : { paused_at: null, paused_seconds: pausedSeconds + Math.max(0, now - pausedAt) }

/** Builds the receipt of the effective answers. */
export function makeReceipt(attempt: string, submittedAt: number, answers: Effective[], { versions }: ExamPaper) {
  const said = answers.flatMap(({ position, answer }) =>
    answer === null ? [] : [{ question: versions[position]!.uid, answer }],
  )
  return { answered: said.length, hash: receiptHash(attempt, submittedAt, said) }
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
