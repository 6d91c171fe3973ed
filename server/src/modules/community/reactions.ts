import type { community } from '@dxx/contract/calls/community'
import type { ErrorName } from '@dxx/contract/errors'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import type { PostKind } from '../../db/schema/community'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit } from '../../http/limits'
import { chapterLink, detailsLink } from '../catalogue/public'
import { notify } from '../messages/public'
import { openWork } from '../work/public'
import {
  authorOf,
  deleteOwn,
  findPost,
  holdPost,
  type LockedPost,
  newestFirst,
  postById,
  replyOf,
  selectPosts,
  writing,
} from './posts'
import { rejectSensitiveWords } from './sensitive-words'

type Target = 'comment' | 'discuss' | 'note'

export const postKindNames: Record<PostKind, string> = { comment: '评价', discuss: '讨论', note: '笔记', reply: '回复' }
const reporting: Limit = { name: 'report', max: 30, windowSeconds: 3600 }

/** Returns the route that shows a post in its context. */
export function linkOf(post: LockedPost): string {
  const { uid, kind, curriculum_kind, curriculum_uid, chapter_uid, chapter_kind, question_uid, pid } = post
  if (question_uid) return `pages/exam/answer?question=${question_uid}&${kind}=${uid}`
  if (kind === 'comment') return `${detailsLink(curriculum_kind, curriculum_uid)}&comment=${uid}`
  const place = {
    kind: curriculum_kind,
    curriculumId: curriculum_uid,
    chapterId: chapter_uid!,
    chapterKind: chapter_kind!,
  }
  return `${chapterLink({ ...place, pid })}&${kind}=${uid}`
}

export const shorten = (text: string) => ([...text].length > 40 ? `${[...text].slice(0, 40).join('')}…` : text)

const like =
  (kind: Target, missing: ErrorName) =>
  ({ db, user, clock }: Ctx<'user'>, { id, on }: { id: string; on: boolean }) =>
    inTransaction(db, async (tx) => {
      const now = clock.now()
      const post = await holdPost(tx, user, kind, id)
      if (!post?.public) fail(missing)
      const first = on
        ? await tx
            .insertInto('likes')
            .values({ post_id: post.id, user_id: user.id, active: true, created_at: now })
            .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet({ active: true }))
            // `xmax = 0` is true for an inserted row and false for an updated one.
            .returning(sql<boolean>`xmax = 0`.as('made'))
            .executeTakeFirstOrThrow()
        : await tx
            .updateTable('likes')
            .set({ active: false })
            .where('post_id', '=', post.id)
            .where('user_id', '=', user.id)
            .returning(sql<boolean>`false`.as('made'))
            .executeTakeFirst()
      if (first?.made && post.user_id !== user.id && post.closed_at === null) {
        const notice = {
          userId: post.user_id,
          kind: 'social' as const,
          title: `${user.nickname} 赞了你的${postKindNames[kind]}`,
          body: shorten(post.text),
          link: linkOf(post),
        }
        await notify(tx, notice, now)
      }
      const count = await countRows(tx.selectFrom('likes').where('post_id', '=', post.id).where('active', '=', true))
      return { on, count }
    })

/** Returns the addressee of a reply, who must have replied to the same post before. */
function replierBy(db: Db, parentId: number, uid: string) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.uid as author_uid', 'u.nickname', 'u.avatar', 'u.closed_at'])
    .where('u.uid', '=', uid)
    .where(sql<boolean>`exists (select from posts r where r.parent_id = ${parentId} and r.user_id = u.id)`)
    .executeTakeFirst()
}

async function tellAboutReply(
  tx: Db,
  user: User,
  post: LockedPost,
  receiver: { id: number; closed: boolean; isAuthor: boolean },
  text: string,
  now: number,
) {
  if (receiver.id === user.id || receiver.closed) return
  const title = receiver.isAuthor
    ? `${user.nickname} 回复了你的${postKindNames[post.kind]}`
    : `${user.nickname} 回复了你`
  await notify(tx, { userId: receiver.id, kind: 'social', title, body: shorten(text), link: linkOf(post) }, now)
}

export const reactionHandlers: Pick<
  Handlers<typeof community>,
  | 'POST /v130/like_comment'
  | 'POST /v131/like_discuss'
  | 'POST /v131/like_note'
  | 'GET /v131/reply_list'
  | 'POST /v131/push_reply'
  | 'POST /v131/delete_reply'
  | 'POST /v131/report'
> = {
  'POST /v130/like_comment': like('comment', 'comment-not-found'),
  'POST /v131/like_discuss': like('discuss', 'discuss-not-found'),
  'POST /v131/like_note': like('note', 'note-not-found'),

  'GET /v131/reply_list': async ({ db, user }, { target, id, ...paging }) => {
    const post = (await findPost(db, user, target, id)) ?? fail('target-not-found')
    const replies = selectPosts(db, user)
      .leftJoin('users as answered', 'answered.id', 'p.to_user_id')
      .select(['answered.uid as to_uid', 'answered.nickname as to_nickname', 'answered.avatar as to_avatar'])
      .select('answered.closed_at as to_closed')
      .where('p.parent_id', '=', post.id)
      .where('p.kind', '=', 'reply')
      .where('p.public', '=', true)
    const rows = await pageOfQuery(replies, { ...newestFirst, direction: 'asc' }, paging).execute()
    return pageOfRows(rows, post.replies, paging, (row) =>
      replyOf(
        row,
        row.to_uid === null
          ? null
          : authorOf({
              author_uid: row.to_uid,
              nickname: row.to_nickname!,
              avatar: row.to_avatar,
              closed_at: row.to_closed,
            }),
      ),
    )
  },

  'POST /v131/push_reply': async (ctx, { target, id, to, text }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const post = (await holdPost(db, user, target, id)) ?? fail('target-not-found')
    if (post.discuss_closed_at !== null) fail('discuss-closed')
    const answered = to ? ((await replierBy(db, post.id, to)) ?? fail('target-not-found')) : null
    await rejectSensitiveWords(ctx, text)
    await countAgainst(db, writing, String(user.id), now)
    const { id: rowId } = await db
      .insertInto('posts')
      .values({
        kind: 'reply',
        user_id: user.id,
        curriculum_id: post.curriculum_id,
        chapter_id: post.chapter_id,
        parent_id: post.id,
        to_user_id: answered?.id ?? null,
        text,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const receiver = answered
      ? { id: answered.id, closed: answered.closed_at !== null, isAuthor: false }
      : { id: post.user_id, closed: post.closed_at !== null, isAuthor: true }
    await tellAboutReply(db, user, post, receiver, text, now)
    return replyOf(await postById(db, user, rowId), answered && authorOf(answered))
  },

  'POST /v131/delete_reply': async ({ db, user }, { id }) => {
    if (!(await deleteOwn(db, user.id, 'reply', id))) fail('target-not-found')
    return {}
  },

  'POST /v131/report': ({ db, user, clock }, { target, id, reason }) =>
    inTransaction(db, async (tx) => {
      const now = clock.now()
      const post = (await holdPost(tx, user, target, id)) ?? fail('target-not-found')
      await countAgainst(tx, reporting, String(user.id), now)
      await tx
        .insertInto('reports')
        .values({ post_id: post.id, user_id: user.id, reason, text: post.text, created_at: now })
        .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet({ reason }))
        .execute()
      await openWork(tx, { kind: 'report', subjectId: post.id, userId: post.user_id, title: post.text }, now)
      return {}
    }),
}
