import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'

/** Steps of an exam count up to so long after its deadline. */
export const graceSeconds = 30

/**
 * Whether a question stands in an exam that has not ended: until then it is nowhere else. `questionId` is a column of
 * the query it is put into.
 */
export const inOpenExam = (questionId: string, now: number) => sql<boolean>`exists (
  select from exam_questions hidden join exams hiding on hiding.id = hidden.exam_id
  where hidden.question_id = ${sql.ref(questionId)} and hiding.closes_at + ${graceSeconds} >= ${now})`

/** Those of some questions that stand in an exam that has not ended; `apart` from an exam that asks about its own. */
export async function hiddenQuestions(db: Db, questionIds: number[], now: number, apart = 0): Promise<Set<number>> {
  if (questionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('exam_questions as q')
    .innerJoin('exams as e', 'e.id', 'q.exam_id')
    .select('q.question_id')
    .where(sql<boolean>`q.question_id = any(${questionIds}::bigint[])`)
    .where('e.closes_at', '>=', now - graceSeconds)
    .where('e.id', '!=', apart)
    .execute()
  return new Set(rows.map(({ question_id }) => question_id))
}

/** For what shows or scores them: refused as long as one of them is in an exam. */
export async function mustBeOpen(db: Db, versions: { questionId: number }[], now: number): Promise<void> {
  const ids = versions.map(({ questionId }) => questionId)
  if ((await hiddenQuestions(db, ids, now)).size > 0)
    fail('question-not-found', { msg: '这里的题正在用于考试，考试结束后可以再看' })
}
