import type { ExamState } from '@dxx/contract/calls/staff/exam-shapes'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { graceSeconds } from '../../questions/public'

/** SQL: state of an exam `e`. Computed from times and attempts, not stored. */
export const examState = (now: number) => sql<ExamState>`case
  when e.withdrawn_at is not null then 'withdrawn'
  when e.starts_at > ${now}::bigint then 'scheduled'
  when e.closes_at + ${graceSeconds} >= coalesce(e.paused_at, ${now}::bigint) then 'running'
  when exists (select from exam_attempts open where open.exam_id = e.id
    and (open.state = 'running' or open.state <> 'prepared' and open.score_state is distinct from 'scored')) then 'marking'
  else 'finished' end`

/**
 * SQL condition on an application and the exam `e` of its class: the student was verified before the exam ended, or has
 * taken it. Students who join the class after the exam do not count as absent.
 */
export const isExpected = (candidate: string) => {
  const column = (name: string) => sql.ref(`${candidate}.${name}`)
  return sql<boolean>`(${column('since')} <= e.closes_at or exists (
    select from exam_attempts taken where taken.exam_id = e.id and taken.user_id = ${column('user_id')}))`
}

export async function stateOf(db: Db, examId: number, now: number): Promise<ExamState> {
  const { rows } = await sql<{ state: ExamState }>`
    select ${examState(now)} as state from exams e where e.id = ${examId}`.execute(db)
  return rows[0]!.state
}
