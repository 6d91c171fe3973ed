import { dateOf } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { totalPercent } from '../catalogue/public'
import { type DaySum, minutesOf, statisticsOf } from './rules'

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

export async function todayMinutes(db: Db, userId: number, now: number): Promise<number> {
  const [today] = await daySums(db, userId, dateOf(now))
  return minutesOf(today?.seconds ?? 0)
}

/** Today's minutes and the streak, for home. */
export async function studiedToday(db: Db, userId: number, now: number) {
  const { todayMinutes: minutes, streak } = statisticsOf(await daySums(db, userId), dateOf(now))
  return { minutes, streak }
}
