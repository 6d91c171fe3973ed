import { dayNumber, startOfDay } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { JobHandler } from '../../jobs/worker'

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

/** Reminds users at their chosen time, once a day, if they have not studied today. */
const remindStudents: JobHandler<unknown> = async ({ db, clock }) => {
  const now = clock.now()
  const today = startOfDay(now)
  const minute = Math.floor((now - today) / 60)
  const date = new Date(dayNumber(now) * 86_400_000).toISOString().slice(0, 10)
  await sql`
    with due as (
      update notification_settings s set reminded_at = ${now}::bigint
      where s.remind_minute between ${minute - lateMinutes}::int and ${minute}::int
        and (s.reminded_at is null or s.reminded_at < ${today}::bigint)
        and not exists (select from study_events e where e.user_id = s.user_id and e.day = ${date}::date)
        and exists (select from users u where u.id = s.user_id and u.closed_at is null)
      returning s.user_id
    )
    insert into messages (user_id, kind, title, body, link, created_at)
    select due.user_id, 'study', '到学习时间了', '今天还没有学习，打开课程或书学一会儿吧。', 'pages/study/index',
      ${now}::bigint
    from due`.execute(db)
}

export const messageJobs = { remind_students: remindStudents }
export const messageJobsEvery = { remind_students: 60 }
