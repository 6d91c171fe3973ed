import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { graceSeconds } from '../questions/public'

export { examsAccountData } from './account-data'
export { readAnswerForSuggestion } from './desk/answer-for-suggestion'
export { appealDetail } from './desk/appeal-list'
export { nearDuplicates } from './desk/near-duplicates'
export { examsDue, listStudentExams, type NextExam, selectNextExam } from './student-exams'

/** Whether the user has a running attempt. If so, the AI assistant is not available. */
export async function hasRunningExam(db: Db, userId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('exam_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('deadline_at', '>=', now - graceSeconds), eb('paused_at', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether one exam is running and another is upcoming. */
export async function hasRunningAndUpcomingExams(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql<{ both: boolean }>`
    select exists (select from exams where starts_at <= ${now} and ends_at >= ${now} and withdrawn_at is null)
      and exists (select from exams where starts_at > ${now} and withdrawn_at is null) as both`.execute(db)
  return rows[0]!.both
}
