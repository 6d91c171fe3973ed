import type { CsMessage, support } from '@dxx/contract/calls/support'
import { type Selectable, sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import type { Config } from '../../config'
import type { Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { type ListPage, readListPage } from '../../db/list-page'
import type { SupportSchema } from '../../db/schema/support'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import { closeWork, openWork } from '../work/public'
import { shownAttachments, storedAttachments } from './pictures'

/** Rate limit of a user's messages: above any real conversation, even one with many short messages. */
const hourly = { name: 'cs', max: 60, windowSeconds: 3600 }

type Row = Pick<Selectable<SupportSchema['cs_messages']>, 'uid' | 'sender' | 'text' | 'images' | 'created_at'>

export const shownMessage = (
  config: Config,
  user: Pick<User, 'uid'>,
  { uid, sender, text, images, created_at }: Row,
  now: number,
): CsMessage => ({
  id: uid,
  from: sender,
  text,
  ...shownAttachments(config, user, images, now),
  createdAt: created_at,
})

const columns = ['m.uid', 'm.sender', 'm.text', 'm.images', 'm.created_at'] as const
/** Sorted by id instead of time, so that messages of the same second stay in order. */
const newestFirst = { key: sql<number>`m.id`, uid: sql<string>`m.uid` }

const markRead = (db: Db, userId: number, sender: CsMessage['from'], now: number) =>
  db
    .updateTable('cs_messages')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('sender', '=', sender)
    .where('read_at', 'is', null)
    .execute()

export const csHandlers: Pick<
  Handlers<typeof support>,
  'GET /v1/cs_messages' | 'POST /v1/cs_send' | 'POST /v1/cs_read'
> = {
  'GET /v1/cs_messages': async ({ db, config, user, clock }, paging) => {
    const ownMessages = db.selectFrom('cs_messages as m').where('m.user_id', '=', user.id)
    const rows = await pageOfQuery(ownMessages.select(columns), newestFirst, paging).execute()
    const total = await countRows(ownMessages)
    return pageOfRows(rows, total, paging, (row) => shownMessage(config, user, row, clock.now()))
  },

  'POST /v1/cs_send': async ({ db, rootDb, config, user, clock }, { text, images, videos }) => {
    const now = clock.now()
    await countAgainst(rootDb, hourly, String(user.id), now)
    const row = await db
      .insertInto('cs_messages')
      .values({
        user_id: user.id,
        sender: 'user',
        text,
        images: await storedAttachments(db, user.id, 'cs', { images, videos }),
        created_at: now,
      })
      .returning(['uid', 'sender', 'text', 'images', 'created_at'])
      .executeTakeFirstOrThrow()
    const title = text || '[图片或视频]'
    await openWork(db, { kind: 'support', subjectId: user.id, userId: user.id, title }, now)
    return shownMessage(config, user, row, now)
  },

  'POST /v1/cs_read': async ({ db, user, clock }) => {
    await markRead(db, user.id, 'staff', clock.now())
    return {}
  },
}

/** Conversations, unanswered ones first. */
export function conversations(db: Db, page: ListPage) {
  const query = db
    .selectFrom('cs_messages as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.nickname', 'u.mobile', 'u.uid', sql<string>`coalesce(u.mobile, u.uid::text)`.as('who')])
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f('m.sender', '=', 'user'), f('m.read_at', 'is', null)]))
        .as('waiting'),
      eb.fn.max('m.created_at').as('lastAt'),
      sql<string>`(array_agg(m.text order by m.id desc))[1]`.as('lastText'),
    ])
    .select(
      sql<
        number[]
      >`array[-count(*) filter (where m.sender = 'user' and m.read_at is null), -max(m.created_at), u.id]`.as('place'),
    )
    .groupBy('u.id')
  return readListPage(db, query, 'who', page)
}

/** All customer service messages of a user, oldest first. */
export function conversationOf(db: Db, userId: number) {
  return db.selectFrom('cs_messages as m').select(columns).where('m.user_id', '=', userId).orderBy('m.id').execute()
}

interface Answer {
  text: string
  /** JSON of the uploaded pictures. */
  images?: string
  /** Id of the staff member; missing for a reply by `npm run ops`. */
  staffId?: number
  /** Whether the conversation stays open for another reply. */
  keepOpen?: boolean
}

/** Stores the staff's answer and marks the user's messages as read. */
export function answerCs(db: Db, userId: number, { text, images, staffId, keepOpen }: Answer, now: number) {
  return inTransaction(db, async (tx) => {
    await markRead(tx, userId, 'user', now)
    if (!keepOpen) await closeWork(tx, 'support', userId, now)
    return tx
      .insertInto('cs_messages')
      .values({ user_id: userId, sender: 'staff', text, images, staff_id: staffId, created_at: now })
      .returning(['uid', 'sender', 'text', 'images', 'created_at'])
      .executeTakeFirstOrThrow()
  })
}

/** Ends a conversation that needs no answer. */
export async function closeConversation(tx: Db, userId: number, now: number): Promise<void> {
  await markRead(tx, userId, 'user', now)
  await closeWork(tx, 'support', userId, now)
}
