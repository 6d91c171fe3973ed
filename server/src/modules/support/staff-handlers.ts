import type { decisions } from '@dxx/contract/calls/staff/decisions'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { sql } from 'kysely'
import { maskPersonal } from '../../base/mask-personal'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import type { StoredPicture } from '../../db/schema/support'
import { holdClosedItem, holdItem, itemById, reopenWork, workTarget } from '../work/public'
import { answerCs, closeConversation, shownMessage } from './cs'
import { answerOpinion } from './opinions'
import { shownAttachments, storedAttachments } from './pictures'

type Calls =
  | 'POST /staff/v1/support_reply'
  | 'POST /staff/v1/support_close'
  | 'POST /staff/v1/support_reopen'
  | 'POST /staff/v1/feedback_answer'
  | 'POST /staff/v1/feedback_contact'
  | 'GET /staff/v1/reply_list'
  | 'POST /staff/v1/reply_save'
  | 'POST /staff/v1/reply_delete'

const lastMessages = 100

export const supportStaffHandlers: Pick<Handlers<typeof decisions>, Calls> = {
  'POST /staff/v1/support_reply': async (ctx, { text, images, close, ...item }) => {
    const { db, user, clock, config } = ctx
    const now = clock.now()
    const row = await holdItem(ctx, item, 'support')
    const stored = await replyImages(db, user.id, images)
    const answer = { text, images: stored, staffId: user.id, keepOpen: !close }
    const message = await answerCs(db, row.subject_id, answer, now)
    ctx.audit({ target: workTarget(row), after: { text, images: images.length, closed: close } })
    return shownMessage(config, user, message, now)
  },

  'POST /staff/v1/support_close': async (ctx, item) => {
    const row = await holdItem(ctx, item, 'support')
    await closeConversation(ctx.db, row.subject_id, ctx.clock.now())
    ctx.audit({ target: workTarget(row), after: { closed: true } })
    return {}
  },

  'POST /staff/v1/support_reopen': async (ctx, { id }) => {
    const row = await holdClosedItem(ctx, { id }, 'support')
    const reopened = await reopenWork(ctx.db, row)
    ctx.audit(reopened ? { target: workTarget(row), after: { closed: false } } : null)
    return {}
  },

  'POST /staff/v1/feedback_contact': async (ctx, { id }) => {
    const row = await itemById(ctx, id)
    if (row.kind !== 'feedback') fail('work-not-found')
    const opinion = await ctx.db
      .selectFrom('opinions')
      .select('contact')
      .where('id', '=', row.subject_id)
      .executeTakeFirst()
    ctx.audit({ target: workTarget(row), after: { revealed: 'contact' } })
    return { contact: opinion?.contact ?? '' }
  },

  'POST /staff/v1/feedback_answer': async (ctx, { text, ...item }) => {
    const row = await holdItem(ctx, item, 'feedback')
    const { uid } = await ctx.db
      .selectFrom('opinions')
      .select('uid')
      .where('id', '=', row.subject_id)
      .executeTakeFirstOrThrow()
    await answerOpinion(ctx.db, uid, text, ctx.clock.now())
    ctx.audit({ target: workTarget(row), after: { answer: text } })
    return {}
  },

  'GET /staff/v1/reply_list': async ({ db, config, user, clock }) => {
    const rows = await db
      .selectFrom('canned_replies')
      .select(['uid', 'title', 'text', 'images'])
      .orderBy('title')
      .limit(500)
      .execute()
    return rows.map(({ uid, title, text, images }) => ({
      id: uid,
      title,
      text,
      images: shownAttachments(config, user, images, clock.now()).images,
    }))
  },

  'POST /staff/v1/reply_save': async (ctx, { id, title, text, images }) => {
    const { db, user, clock } = ctx
    const before = id === undefined ? null : await replyByUid(db, id)
    if (before === undefined) fail('reply-not-found')
    const values = { title, text, images: await replyImages(db, user.id, images), updated_at: clock.now() }
    const { uid } = before
      ? await db
          .updateTable('canned_replies')
          .set(values)
          .where('uid', '=', id!)
          .returning('uid')
          .executeTakeFirstOrThrow()
      : await db.insertInto('canned_replies').values(values).returning('uid').executeTakeFirstOrThrow()
    ctx.audit({
      target: { kind: 'reply', id: uid, name: title },
      before,
      after: { title, text, images: images.length },
    })
    return { id: uid }
  },

  'POST /staff/v1/reply_delete': async (ctx, { id }) => {
    const before = (await replyByUid(ctx.db, id)) ?? fail('reply-not-found')
    await ctx.db.deleteFrom('canned_replies').where('uid', '=', id).execute()
    ctx.audit({ target: { kind: 'reply', id, name: before.title }, before })
    return {}
  },
}

/** JSON of the images of a reply: uploads of the staff member, and images of canned replies. */
async function replyImages(db: Db, userId: number, images: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom('canned_replies')
    .select('images')
    .where(sql<boolean>`jsonb_array_length(images) > 0`)
    .execute()
  const canned = new Map(rows.flatMap((row) => row.images.map((picture) => [picture.id, picture])))
  const uploaded = images.filter((id) => !canned.has(id))
  const stored = JSON.parse(
    await storedAttachments(db, userId, 'cs', { images: uploaded, videos: [] }),
  ) as StoredPicture[]
  const all = new Map([...canned, ...stored.map((picture): [string, StoredPicture] => [picture.id, picture])])
  return JSON.stringify(images.map((id) => all.get(id)))
}

const replyByUid = (db: Db, uid: string) =>
  db.selectFrom('canned_replies').select(['title', 'text']).where('uid', '=', uid).executeTakeFirst()

/** The last messages of a conversation. URLs of the images are signed for the staff member. */
export async function supportDetail(
  db: Db,
  config: Config,
  staff: { uid: string },
  userId: number,
  now: number,
): Promise<Extract<WorkDetail, { kind: 'support' }>> {
  const rows = await db
    .selectFrom('cs_messages')
    .select(['uid', 'sender', 'text', 'images', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(lastMessages)
    .execute()
  return { kind: 'support', messages: rows.reverse().map((row) => shownMessage(config, staff, row, now)) }
}

export async function feedbackDetail(
  db: Db,
  config: Config,
  staff: { uid: string },
  id: number,
  now: number,
): Promise<Extract<WorkDetail, { kind: 'feedback' }> | null> {
  const row = await db
    .selectFrom('opinions')
    .select(['kind', 'text', 'images', 'contact', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? {
        kind: 'feedback',
        feedbackKind: row.kind,
        text: row.text,
        ...shownAttachments(config, staff, row.images, now),
        contact: maskPersonal(row.contact, 'contact') as string,
        createdAt: row.created_at,
      }
    : null
}
