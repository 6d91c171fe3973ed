import type { community } from '@dxx/contract/calls/community'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { notify } from '../messages/public'
import { closeWork, openWork } from '../work/public'
import { discussOf, holdPost, type LockedPost, postById } from './posts'

type Calls = 'POST /v131/discuss_pin' | 'POST /v131/discuss_close' | 'POST /v131/discuss_accept'

/** SQL: users.id `user` teaches the curriculum of post `p`. Applies to all who read it. */
const teachesCurriculum = (userId: number, now: number) => sql<boolean>`exists (
  select from staff_grants g where g.user_id = ${userId} and g.role = 'teacher' and g.revoked_at is null
    and (g.ends_at is null or g.ends_at > ${now}::bigint) and g.scope_kind = 'curriculum'
    and g.scope_id = p.curriculum_id)`

/** SQL: the user teaches a class of the author of post `p`. */
const teachesAuthor = (userId: number, now: number) => sql<boolean>`exists (
  select from staff_grants g join class_students x on x.class_id = g.scope_id and x.user_id = p.user_id
  where g.user_id = ${userId} and g.role = 'teacher' and g.scope_kind = 'class' and g.revoked_at is null
    and (g.ends_at is null or g.ends_at > ${now}::bigint))`

/** Rights of a user in a discussion. `decide`: may close it and accept an answer. */
export async function rightsIn(db: Db, userId: number, postIds: readonly number[], now: number) {
  const { rows } = await sql<{ id: number; pin: boolean; decide: boolean }>`
    select p.id, ${teachesCurriculum(userId, now)} as pin,
      p.user_id = ${userId} or ${teachesCurriculum(userId, now)} or ${teachesAuthor(userId, now)} as decide
    from posts p where p.id = any(${postIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, pin, decide }) => [id, { pin, decide }]))
}

type Lead = (tx: Db, post: LockedPost, now: number) => Promise<void>

/** Changes a discussion if the user has the right to do so. Returns the discussion. */
function lead(ctx: Pick<Ctx<'user'>, 'db' | 'user' | 'clock'>, uid: string, right: 'pin' | 'decide', change: Lead) {
  const { user, clock } = ctx
  const now = clock.now()
  return inTransaction(ctx.db, async (tx) => {
    const post = (await holdPost(tx, user, 'discuss', uid)) ?? fail('discuss-not-found')
    const rights = (await rightsIn(tx, user.id, [post.id], now)).get(post.id)
    if (!rights?.[right]) fail('discuss-refused')
    await change(tx, post, now)
    return discussOf(await postById(tx, user, post.id), rights)
  })
}

export const leadHandlers: Pick<Handlers<typeof community>, Calls> = {
  'POST /v131/discuss_pin': (ctx, { id, on }) =>
    lead(ctx, id, 'pin', async (tx, post, now) => {
      await tx
        .updateTable('posts')
        .set({ pinned_at: on ? now : null })
        .where('id', '=', post.id)
        .execute()
    }),

  'POST /v131/discuss_close': (ctx, { id, on }) =>
    lead(ctx, id, 'decide', async (tx, post, now) => {
      await tx
        .updateTable('posts')
        .set({ closed_at: on ? now : null })
        .where('id', '=', post.id)
        .execute()
      if (on) await closeWork(tx, 'question', post.id, now)
    }),

  'POST /v131/discuss_accept': (ctx, { id, reply }) =>
    lead(ctx, id, 'decide', async (tx, post, now) => {
      const { rows } = await sql<{ id: number; user_id: number }>`
        select id, user_id from posts
        where uid = ${reply}::uuid and parent_id = ${post.id} and kind = 'reply' and public for key share`.execute(tx)
      const answer = rows[0]
      if (reply !== null && !answer) fail('target-not-found')
      await tx
        .updateTable('posts')
        .set({ accepted_id: answer?.id ?? null })
        .where('id', '=', post.id)
        .execute()
      if (!answer) return
      await closeWork(tx, 'question', post.id, now)
      if (answer.user_id === ctx.user.id) return
      const body = '你的回复被采纳为答案，谢谢你帮助同学。'
      await notify(tx, { userId: answer.user_id, kind: 'social', title: '你的回复被采纳了', body }, now)
    }),
}

/** Puts a discussion into the queue of the teachers of its author's class. False if the author is in no class. */
export async function askTeachers(tx: Db, post: { id: number; userId: number; text: string }, now: number) {
  const { rows } = await sql<{ school_id: number }>`
    select c.school_id from class_students x join classes c on c.id = x.class_id and c.archived_at is null
    where x.user_id = ${post.userId} limit 1`.execute(tx)
  const [found] = rows
  if (!found) return false
  const item = { kind: 'question' as const, subjectId: post.id, userId: post.userId, schoolId: found.school_id }
  await openWork(tx, { ...item, title: post.text }, now)
  return true
}
