import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'

/** Grace period: steps of an exam count until this many seconds after the deadline. */
export const graceSeconds = 30

/**
 * SQL condition: the question belongs to an exam that has not ended, so it must not be shown elsewhere. `questionId` is
 * a column of the enclosing query. A paused exam does not end.
 */
export const inOpenExam = (questionId: string, now: number) => sql<boolean>`exists (
  select from exam_questions hidden join exams hiding on hiding.id = hidden.exam_id
  where hidden.question_id = ${sql.ref(questionId)}
    and hiding.closes_at + ${graceSeconds} >= coalesce(hiding.paused_at, ${now}::bigint)
    and hiding.withdrawn_at is null)`

/** Returns the questions that belong to an exam that has not ended; ignores the exam `apart`. */
export async function embargoedQuestions(db: Db, questionIds: number[], now: number, apart = 0): Promise<Set<number>> {
  if (questionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('exam_questions as q')
    .innerJoin('exams as e', 'e.id', 'q.exam_id')
    .select('q.question_id')
    .where(sql<boolean>`q.question_id = any(${questionIds}::bigint[])`)
    .where(sql<boolean>`e.closes_at >= coalesce(e.paused_at, ${now}::bigint) - ${graceSeconds}`)
    .where('e.withdrawn_at', 'is', null)
    .where('e.id', '!=', apart)
    .execute()
  return new Set(rows.map(({ question_id }) => question_id))
}

/** Rejects showing or scoring questions while one of them is embargoed. */
export async function rejectEmbargoed(db: Db, versions: { questionId: number }[], now: number): Promise<void> {
  const ids = versions.map(({ questionId }) => questionId)
  if ((await embargoedQuestions(db, ids, now)).size > 0)
    fail('question-not-found', { msg: '这里的题正在用于考试，考试结束后可以再看' })
}
