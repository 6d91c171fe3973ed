import { startOfDay } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'

const defaultGoal = 20

/** Distinct questions answered since midnight in Shanghai, against the goal. Exams do not count. */
export async function dailyGoal(db: Db, userId: number, now: number): Promise<{ done: number; goal: number }> {
  const { rows } = await sql<{ done: number; goal: number }>`
    select (select count(distinct question_id) from question_attempts
        where user_id = ${userId} and created_at >= ${startOfDay(now)} and source <> 'exam' and answer is not null) as done,
      coalesce((select goal from practice_goals where user_id = ${userId}), ${defaultGoal}) as goal`.execute(db)
  return rows[0]!
}
