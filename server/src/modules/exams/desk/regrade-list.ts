import type { Regrade } from '@dxx/contract/calls/staff/exam-regrade'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'

/** State of a regrade `r` as SQL. `stopped`: its job failed too often, and an owner has to start it again. */
export const regradeState = sql<Regrade['state']>`case when r.finished_at is not null then 'done'
  when exists (select from jobs j where j.unique_key = 'regrade_exam ' || r.id and j.failed_at is not null)
    and not exists (select from jobs j where j.unique_key = 'regrade_exam ' || r.id and j.failed_at is null) then 'stopped'
  else 'running' end`

/** Reads regrades `r` that match a condition, newest first. */
export async function readRegrades(db: Db, where: RawBuilder<boolean>): Promise<Regrade[]> {
  const { rows } = await sql<Regrade>`
    select r.uid as id, q.uid as question, r.position + 1 as number, r.kind, r.reason, coalesce(u.nickname, '命令行') as by,
      r.created_at as at, ${regradeState} as state, r.done, r.total,
      r.changed, r.up, r.down
    from exam_regrades r join exam_questions p on p.exam_id = r.exam_id and p.position = r.position
      join questions q on q.id = p.question_id left join users u on u.id = r.by_user
    where ${where} order by r.id desc limit 200`.execute(db)
  return rows
}
