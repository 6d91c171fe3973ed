import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { JobHandler, WorkConditions } from '../../jobs/worker'

const defaults = { social: true, remindMinute: null }

export async function settingsOf(db: Db, userId: number) {
  const row = await db
    .selectFrom('notification_settings')
    .select(['social', 'remind_minute as remindMinute'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? defaults
}

export async function saveSettings(
  db: Db,
  userId: number,
  { social, remindMinute }: { social: boolean; remindMinute: number | null },
): Promise<void> {
  const values = { social, remind_minute: remindMinute }
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Minutes after the chosen time within which a reminder is still sent, for example after the server was down. */
const lateMinutes = 60

/** SQL: minute of the day in Shanghai. */
const minuteOf = (now: number) => sql`(${now}::bigint + 28800) % 86400 / 60`

/** SQL: whether row `s` of `notification_settings` is due: its time has come, and the user has not studied today. */
const isDue = (now: number) => sql<boolean>`
  s.remind_minute between ${minuteOf(now)} - ${sql.lit(lateMinutes)} and ${minuteOf(now)}
  and (s.reminded_at is null or day_of(s.reminded_at) < day_of(${now}::bigint))
  and not exists (select from study_events e where e.user_id = s.user_id and e.day = day_of(${now}::bigint))
  and exists (select from users u where u.id = s.user_id and u.closed_at is null)`

/** Reminds users at their chosen time, once a day, if they have not studied today. */
const remindStudents: JobHandler<unknown> = async ({ db, clock }) => {
  const now = clock.now()
  await sql`
    with due as (
      update notification_settings s set reminded_at = ${now}::bigint where ${isDue(now)} returning s.user_id)
    insert into messages (user_id, kind, title, body, link, created_at)
    select due.user_id, 'study', '到学习时间了', '今天还没有学习，打开课程或书学一会儿吧。', 'pages/study/index',
      ${now}::bigint
    from due`.execute(db)
}

export const messageJobs = { remind_students: remindStudents }
export const messageJobsWork = {
  remind_students: (now: number) => sql<boolean>`exists (select from notification_settings s where ${isDue(now)})`,
} satisfies WorkConditions
export const messageJobsEvery = { remind_students: 60 }
