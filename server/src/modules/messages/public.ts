import { sql } from 'kysely'
import type { Db } from '../../db/connection'

export { latestByKind, markRead, unreadByKind } from './queries'
export { messageJobs, messageJobsEvery, messageJobsWork } from './settings'

export interface Notice {
  userId: number
  kind: 'system' | 'order' | 'study' | 'social'
  title: string
  body: string
  /** Route opened by the message; empty for none. */
  link?: string
}

/**
 * Adds a message to a user's message centre in the caller's transaction. Skips likes and replies if the user has
 * switched them off.
 */
export async function notify(db: Db, { userId, kind, title, body, link = '' }: Notice, now: number): Promise<void> {
  await notifyAll(db, [userId], { kind, title, body, link }, now)
}

/** Sends the same message to many users. */
export async function notifyAll(
  db: Db,
  userIds: number[],
  { kind, title, body, link = '' }: Omit<Notice, 'userId'>,
  now: number,
): Promise<void> {
  await sql`
    insert into messages (user_id, kind, title, body, link, created_at)
    select id, ${kind}, ${title}, ${body}, ${link}, ${now}::bigint from unnest(${userIds}::bigint[]) as id
    where ${kind}::text <> 'social' or not exists (
      select from notification_settings s where s.user_id = id and not s.social)`.execute(db)
}
