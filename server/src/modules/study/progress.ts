import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import { totalPercent } from '../catalogue/public'
import type { DaySum } from './rules'

export async function studiedPercent(db: Db, userId: number, curriculumId: number): Promise<number> {
  const { percent } = await db
    .selectFrom('curricula as c')
    .select(totalPercent(userId).as('percent'))
    .where('c.id', '=', curriculumId)
    .executeTakeFirstOrThrow()
  return percent
}

/** Studied seconds per day in a range; days without study are omitted. */
export async function daySums(db: Db, userId: number, since = '0001-01-01', before = '9999-12-31'): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select day::text as day, sum(end_at - start_at)::bigint as seconds from study_events
    where user_id = ${userId} and day >= ${since}::date and day < ${before}::date
    group by day having sum(end_at - start_at) > 0 order by day`.execute(db)
  return rows
}

/** SQL for the home page: minutes of a day and number of consecutive study days up to it, as in statisticsOf. */
export function studiedToday(userId: number, today: string) {
  const seconds = (day: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(end_at - start_at), 0) from study_events where user_id = ${userId} and day = ${day})`
  const first = sql`${today}::date`
  return sql<{ minutes: number; streak: number }>`jsonb_build_object(
    'minutes', floor(${seconds(first)} / 60),
    'streak', (with recursive days(day) as (
      select day from (select case when ${seconds(first)} >= 60 then ${first} else ${first} - 1 end as day) as start
        where ${seconds(sql`start.day`)} >= 60
      union all select day - 1 from days where ${seconds(sql`days.day - 1`)} >= 60
    ) select count(*) from days))`
}
