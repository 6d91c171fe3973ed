import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { graceSeconds } from '../questions/public'

export { examsPart } from './account-part'
export { examsDue, examsOf } from './own'

/** Whether somebody sits in an exam right now: AI stays silent then. */
export async function hasRunningExam(db: Db, userId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('exam_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .where('deadline_at', '>=', now - graceSeconds)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether some exam runs and another one is to come. */
export async function examsRunAndCome(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql<{ both: boolean }>`
    select exists (select from exams where starts_at <= ${now} and ends_at >= ${now})
      and exists (select from exams where starts_at > ${now}) as both`.execute(db)
  return rows[0]!.both
}
