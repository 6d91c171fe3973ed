import type { Opinion, support } from '@dxx/contract/calls/support'
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
import { notify } from '../messages/public'
import { closeWork, openWork } from '../work/public'
import { shownAttachments, storedAttachments } from './pictures'

const daily = { name: 'opinion', max: 20, windowSeconds: 86_400 }

const columns = ['uid', 'kind', 'text', 'images', 'contact', 'state', 'answer', 'created_at', 'answered_at'] as const
type Row = Pick<Selectable<SupportSchema['opinions']>, (typeof columns)[number]>

const shown = (config: Config, user: User, row: Row, now: number): Opinion => ({
  id: row.uid,
  kind: row.kind,
  text: row.text,
  ...shownAttachments(config, user, row.images, now),
  contact: row.contact,
  state: row.state,
  answer: row.answer,
  createdAt: row.created_at,
  answeredAt: row.answered_at,
})

export const opinionHandlers: Pick<Handlers<typeof support>, 'POST /v1/opinion' | 'GET /v1/opinion_list'> = {
  'POST /v1/opinion': async ({ db, rootDb, config, user, clock }, { kind, text, images, videos, contact }) => {
    const now = clock.now()
    await countAgainst(rootDb, daily, String(user.id), now)
    const row = await db
      .insertInto('opinions')
      .values({
        user_id: user.id,
        kind,
        text,
        contact,
        images: await storedAttachments(db, user.id, 'feedback', { images, videos }),
        created_at: now,
      })
      .returning([...columns, 'id'])
      .executeTakeFirstOrThrow()
    await openWork(db, { kind: 'feedback', subjectId: row.id, userId: user.id, title: text }, now)
    return shown(config, user, row, now)
  },

  'GET /v1/opinion_list': async ({ db, config, user, clock }, paging) => {
    const ownFeedback = db.selectFrom('opinions').where('user_id', '=', user.id)
    const order = { key: sql<number>`created_at`, uid: sql<string>`uid` }
    const rows = await pageOfQuery(ownFeedback.select(columns), order, paging).execute()
    const total = await countRows(ownFeedback)
    return pageOfRows(rows, total, paging, (row) => shown(config, user, row, clock.now()))
  },
}

/** Unanswered feedback, oldest first. */
export function openOpinions(db: Db, page: ListPage) {
  const query = db
    .selectFrom('opinions as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.uid', 'o.kind', 'o.text', 'o.images', 'o.contact', 'o.state', 'o.created_at', 'u.nickname', 'u.mobile'])
    .select(sql<number[]>`array[o.created_at, o.id]`.as('place'))
    .where('o.state', '<>', 'answered')
  return readListPage(db, query, 'uid', page)
}

/** Marks feedback as being processed. Returns whether it was waiting before. */
export async function takeOpinion(db: Db, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('opinions')
    .set({ state: 'handling' })
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the answer, replacing an earlier one. Returns whether the feedback exists. */
export function answerOpinion(db: Db, uid: string, answer: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('opinions')
      .set({ state: 'answered', answer, answered_at: now })
      .where('uid', '=', uid)
      .returning(['id', 'user_id', 'text'])
      .executeTakeFirst()
    if (!row) return false
    await closeWork(tx, 'feedback', row.id, now)
    const about = row.text.length > 20 ? `${row.text.slice(0, 20)}…` : row.text
    const notice = { title: '你的反馈有回复了', body: `「${about}」：${answer}`, link: 'pages/help/feedback?tab=mine' }
    await notify(tx, { userId: row.user_id, kind: 'system', ...notice }, now)
    return true
  })
}
