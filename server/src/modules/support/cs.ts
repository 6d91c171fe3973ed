import type { CsMessage, support } from '@dxx/contract/calls/support'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import { pageOfQuery, pageOfRows } from '../../paging'
import { keptPictures, shownPictures } from './pictures'
import type { SupportSchema } from './schema'

/** Somebody in a hurry writes many short lines; more than this is no conversation. */
const hourly = { name: 'cs', max: 60, windowSeconds: 3600 }

type Row = Pick<Selectable<SupportSchema['cs_messages']>, 'uid' | 'sender' | 'text' | 'images' | 'created_at'>

const shown = (config: Config, { uid, sender, text, images, created_at }: Row, now: number): CsMessage => ({
  id: uid,
  from: sender,
  text,
  images: shownPictures(config, images, now),
  createdAt: created_at,
})

const columns = ['m.uid', 'm.sender', 'm.text', 'm.images', 'm.created_at'] as const
/** Not by their time: an answer within the same second would come before its question. */
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
    const mine = db.selectFrom('cs_messages as m').where('m.user_id', '=', user.id)
    const rows = await pageOfQuery(mine.select(columns), newestFirst, paging).execute()
    const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return pageOfRows(rows, total, paging, (row) => shown(config, row, clock.now()))
  },

  'POST /v1/cs_send': async ({ db, rootDb, config, user, clock }, { text, images }) => {
    const now = clock.now()
    await countAgainst(rootDb, hourly, String(user.id), now)
    const row = await db
      .insertInto('cs_messages')
      .values({
        user_id: user.id,
        sender: 'user',
        text,
        images: await keptPictures(db, user.id, 'cs', images),
        created_at: now,
      })
      .returning(['uid', 'sender', 'text', 'images', 'created_at'])
      .executeTakeFirstOrThrow()
    return shown(config, row, now)
  },

  'POST /v1/cs_read': async ({ db, user, clock }) => {
    await markRead(db, user.id, 'staff', clock.now())
    return {}
  },
}

/** Conversations, those that wait for an answer first. */
export function conversations(db: Db) {
  return db
    .selectFrom('cs_messages as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.nickname', 'u.mobile', 'u.uid'])
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f('m.sender', '=', 'user'), f('m.read_at', 'is', null)]))
        .as('waiting'),
      eb.fn.max('m.created_at').as('lastAt'),
      sql<string>`(array_agg(m.text order by m.id desc))[1]`.as('lastText'),
    ])
    .groupBy('u.id')
    .orderBy('waiting', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(50)
    .execute()
}

/** All that was said with a user, the oldest first. */
export function conversationOf(db: Db, userId: number) {
  return db.selectFrom('cs_messages as m').select(columns).where('m.user_id', '=', userId).orderBy('m.id').execute()
}

/** The staff's answer; what the user had written counts as read with it. */
export function answerCs(db: Db, userId: number, text: string, now: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await markRead(tx, userId, 'user', now)
    await tx.insertInto('cs_messages').values({ user_id: userId, sender: 'staff', text, created_at: now }).execute()
  })
}
