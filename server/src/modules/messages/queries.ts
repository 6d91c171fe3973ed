import type { Message, MessageKind } from '@dxx/contract/calls/messages'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { prepared } from '../../db/prepared'

const columns = ['uid as id', 'kind', 'title', 'body', 'link', 'created_at as createdAt'] as const
const isRead = sql<boolean>`read_at is not null`.as('read')

export function messagesOf(db: Db, userId: number, kind?: MessageKind) {
  const ownMessages = db
    .selectFrom('messages')
    .select([...columns, isRead])
    .where('user_id', '=', userId)
  return kind ? ownMessages.where('kind', '=', kind) : ownMessages
}

export function countMessages(db: Db, userId: number, kind?: MessageKind): Promise<number> {
  return countRows(messagesOf(db, userId, kind))
}

/** Counts unread messages by kind. Uses a partial index, because every open page polls it. */
export const unreadByKind = prepared<{ kind: MessageKind; count: number }>(
  'select kind, count(*) as count from messages where user_id = $1 and read_at is null group by kind',
)

/** Returns the newest message of each kind. */
export function latestByKind(db: Db, userId: number): Promise<Message[]> {
  return messagesOf(db, userId)
    .distinctOn('kind')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .orderBy('uid', 'desc')
    .execute()
}

export async function markRead(db: Db, userId: number, which: { id?: string; kind?: MessageKind }, now: number) {
  let update = db
    .updateTable('messages')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (which.id) update = update.where('uid', '=', which.id)
  if (which.kind) update = update.where('kind', '=', which.kind)
  await update.execute()
}
