import { sql } from 'kysely'
import type { Db } from '../../db/connection'

export interface Notice {
  userId: number
  kind: 'system' | 'order' | 'study' | 'social'
  title: string
  body: string
  /** A route of the app that the message opens; empty for none. */
  link?: string
}

/** Puts a message into a user's message centre, in the transaction of whatever it reports. */
export async function notify(db: Db, { userId, kind, title, body, link = '' }: Notice, now: number): Promise<void> {
  await db.insertInto('messages').values({ user_id: userId, kind, title, body, link, created_at: now }).execute()
}

/** The same message for many. */
export async function notifyAll(
  db: Db,
  userIds: number[],
  { kind, title, body, link = '' }: Omit<Notice, 'userId'>,
  now: number,
): Promise<void> {
  await sql`
    insert into messages (user_id, kind, title, body, link, created_at)
    select id, ${kind}, ${title}, ${body}, ${link}, ${now}::bigint from unnest(${userIds}::bigint[]) as id`.execute(db)
}
