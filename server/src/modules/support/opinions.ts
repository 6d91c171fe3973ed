import type { Opinion, support } from '@dxx/contract/calls/support'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import { pageOfQuery, pageOfRows } from '../../paging'
import { notify } from '../messages/public'
import { keptPictures, shownPictures } from './pictures'
import type { SupportSchema } from './schema'

const daily = { name: 'opinion', max: 20, windowSeconds: 86_400 }

const columns = ['uid', 'kind', 'text', 'images', 'contact', 'state', 'answer', 'created_at', 'answered_at'] as const
type Row = Pick<Selectable<SupportSchema['opinions']>, (typeof columns)[number]>

const shown = (config: Config, row: Row, now: number): Opinion => ({
  id: row.uid,
  kind: row.kind,
  text: row.text,
  images: shownPictures(config, row.images, now),
  contact: row.contact,
  state: row.state,
  answer: row.answer,
  createdAt: row.created_at,
  answeredAt: row.answered_at,
})

export const opinionHandlers: Pick<Handlers<typeof support>, 'POST /v1/opinion' | 'GET /v1/opinion_list'> = {
  'POST /v1/opinion': async ({ db, rootDb, config, user, clock }, { kind, text, images, contact }) => {
    const now = clock.now()
    await countAgainst(rootDb, daily, String(user.id), now)
    const row = await db
      .insertInto('opinions')
      .values({
        user_id: user.id,
        kind,
        text,
        contact,
        images: await keptPictures(db, user.id, 'feedback', images),
        created_at: now,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return shown(config, row, now)
  },

  'GET /v1/opinion_list': async ({ db, config, user, clock }, paging) => {
    const mine = db.selectFrom('opinions').where('user_id', '=', user.id)
    const order = { key: sql<number>`created_at`, uid: sql<string>`uid` }
    const rows = await pageOfQuery(mine.select(columns), order, paging).execute()
    const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return pageOfRows(rows, total, paging, (row) => shown(config, row, clock.now()))
  },
}

/** What has not been answered, the oldest first. */
export function openOpinions(db: Db) {
  return db
    .selectFrom('opinions as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.uid', 'o.kind', 'o.text', 'o.images', 'o.contact', 'o.state', 'o.created_at', 'u.nickname', 'u.mobile'])
    .where('o.state', '<>', 'answered')
    .orderBy('o.created_at')
    .limit(100)
    .execute()
}

/** Somebody looks into it. Answers whether it was still waiting. */
export async function takeOpinion(db: Db, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('opinions')
    .set({ state: 'handling' })
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers whether there is such feedback; a second answer replaces the first. */
export function answerOpinion(db: Db, uid: string, answer: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('opinions')
      .set({ state: 'answered', answer, answered_at: now })
      .where('uid', '=', uid)
      .returning(['user_id', 'text'])
      .executeTakeFirst()
    if (!row) return false
    const about = row.text.length > 20 ? `${row.text.slice(0, 20)}…` : row.text
    const notice = { title: '你的反馈有回复了', body: `「${about}」：${answer}`, link: 'pages/help/feedback?tab=mine' }
    await notify(tx, { userId: row.user_id, kind: 'system', ...notice }, now)
    return true
  })
}
