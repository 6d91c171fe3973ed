import { sql } from 'kysely'
import { shanghaiDay } from '../../day'
import type { Db } from '../../db/connection'
import { type DaySum, minutesOf, statisticsOf } from './rules'

/**
 * How much of the curriculum `c` of a query a user has studied, in whole percent: every chapter weighs the same. The one
 * formula for details, lists, the home page and refunds.
 */
export const totalPercent = (userId: number) => sql<number>`(
  select least(100, coalesce(sum(tp.percent), 0) / greatest(c.chapter_count, 1))::int
  from progress tp join chapters tc on tc.id = tp.chapter_id
  where tp.user_id = ${userId} and tp.curriculum_id = c.id and tc.removed_at is null and tc.kind in ('text', 'video'))`

export async function studiedPercent(db: Db, userId: number, curriculumId: number): Promise<number> {
  const { percent } = await db
    .selectFrom('curricula as c')
    .select(totalPercent(userId).as('percent'))
    .where('c.id', '=', curriculumId)
    .executeTakeFirstOrThrow()
  return percent
}

/** What a user studied on each day since one; days without study are left out. */
export async function daySums(db: Db, userId: number, since = '0001-01-01', before = '9999-12-31'): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select day::text as day, sum(end_at - start_at)::bigint as seconds from study_events
    where user_id = ${userId} and day >= ${since}::date and day < ${before}::date
    group by day having sum(end_at - start_at) > 0 order by day`.execute(db)
  return rows
}

export async function todayMinutes(db: Db, userId: number, now: number): Promise<number> {
  const [today] = await daySums(db, userId, shanghaiDay(now))
  return minutesOf(today?.seconds ?? 0)
}

/** Today's minutes and the days in a row, for home. */
export async function studiedToday(db: Db, userId: number, now: number) {
  const { todayMinutes: minutes, streak } = statisticsOf(await daySums(db, userId), shanghaiDay(now))
  return { minutes, streak }
}
