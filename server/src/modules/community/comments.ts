import type { community } from '@dxx/contract/calls/community'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import { mustOwn } from '../access/public'
import { cardOf, cardsById, curriculumByUid, kindIsShown, selectCards } from '../catalogue/public'
import { commentOf, imagesOf, newestFirst, postById, selectPosts, writing } from './posts'
import { rejectSensitiveWords } from './sensitive-words'

const mostWaiting = 20

/** Locks the ratings of a curriculum, so that concurrent changes keep the counts correct. */
export async function holdRatings(tx: Db, curriculumId: number): Promise<number[]> {
  const { ratings } = await tx
    .selectFrom('curricula')
    .select('ratings')
    .where('id', '=', curriculumId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return ratings
}

/** Updates the star counts. `before`, `after`: stars of the changed comment; null if it is new or removed. */
export async function countStars(
  tx: Db,
  curriculumId: number,
  ratings: number[],
  before: number | null,
  after: number | null,
) {
  const counted = ratings.map((count, i) => count - Number(before === i + 1) + Number(after === i + 1))
  await tx.updateTable('curricula').set({ ratings: counted }).where('id', '=', curriculumId).execute()
}

/** Selects owned items that the user has not rated yet. */
const waitingCards = (db: Db, user: { id: number }) =>
  selectCards(db, user)
    .innerJoin('entitlements as has', 'has.curriculum_id', 'c.id')
    .where('has.user_id', '=', user.id)
    .where('has.revoked_at', 'is', null)
    .where(kindIsShown)
    .where(
      sql<boolean>`not exists (select from posts p where p.curriculum_id = c.id and p.user_id = ${user.id} and p.kind = 'comment')`,
    )

export const commentHandlers: Pick<
  Handlers<typeof community>,
  | 'GET /v130/comment_list'
  | 'GET /v130/comment_info'
  | 'GET /v130/user_comment'
  | 'POST /v130/add_comment'
  | 'POST /v130/del_comment'
> = {
  'GET /v130/comment_list': async ({ db, user, clock }, { curriculumId, stars, ...paging }) => {
    const found = (await curriculumByUid(db, user, curriculumId, clock.now())) ?? fail('curriculum-not-found')
    let query = selectPosts(db, user)
      .where('p.curriculum_id', '=', found.id)
      .where('p.kind', '=', 'comment')
      .where('p.public', '=', true)
    if (stars) query = query.where('p.stars', '=', stars)
    const rows = await pageOfQuery(query, newestFirst, paging).execute()
    const total = stars ? found.ratings[stars - 1]! : found.ratings.reduce((sum, count) => sum + count, 0)
    return pageOfRows(rows, total, paging, commentOf)
  },

  'GET /v130/comment_info': async ({ db, user }, { id }) => {
    const row = await selectPosts(db, user)
      .where('p.uid', '=', id)
      .where('p.kind', '=', 'comment')
      .where('p.public', '=', true)
      .executeTakeFirst()
    return commentOf(row ?? fail('comment-not-found'))
  },

  'GET /v130/user_comment': async ({ db, user }, paging) => {
    const page = await ownComments(db, user, user.id, paging)
    const waiting = await waitingCards(db, user).orderBy('has.id', 'desc').limit(mostWaiting).execute()
    return { ...page, waiting: waiting.map(cardOf) }
  },

  'POST /v130/add_comment': async (ctx, { curriculumId, stars, text, images }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const found = (await curriculumByUid(db, user, curriculumId, now)) ?? fail('curriculum-not-found')
    await mustOwn(db, user, found.id, '购买或领取后才能评价')
    await rejectSensitiveWords(ctx, text)
    await countAgainst(db, writing, String(user.id), now)
    const content = { stars, text, images: await imagesOf(db, user.id, images) }
    const ratings = await holdRatings(db, found.id)
    const before = await db
      .selectFrom('posts')
      .select(['id', 'stars', 'hidden_at', 'hidden_reason'])
      .where('user_id', '=', user.id)
      .where('curriculum_id', '=', found.id)
      .where('kind', '=', 'comment')
      .executeTakeFirst()
    if (before && before.hidden_at !== null)
      fail('post-hidden', { msg: `你的评价已被工作人员隐藏（${before.hidden_reason}），不能修改；有疑问请联系客服` })
    const { id } = before
      ? await db
          .updateTable('posts')
          .set({ ...content, edited_at: now })
          .where('id', '=', before.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('posts')
          .values({ kind: 'comment', user_id: user.id, curriculum_id: found.id, ...content, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
    await countStars(db, found.id, ratings, before?.stars ?? null, stars)
    return commentOf(await postById(db, user, id))
  },

  'POST /v130/del_comment': ({ db, user }, { id }) =>
    inTransaction(db, async (tx) => {
      const postOfUser = tx.selectFrom('posts').where('uid', '=', id).where('user_id', '=', user.id)
      const found = (await postOfUser.select('curriculum_id').executeTakeFirst()) ?? fail('comment-not-found')
      const ratings = await holdRatings(tx, found.curriculum_id)
      const deleted = await tx
        .deleteFrom('posts')
        .where('uid', '=', id)
        .where('user_id', '=', user.id)
        .where('kind', '=', 'comment')
        .returning(['stars', 'public'])
        .executeTakeFirst()
      const { stars, public: counted } = deleted ?? fail('comment-not-found')
      // The stars of a hidden comment are not counted.
      if (counted) await countStars(tx, found.curriculum_id, ratings, stars, null)
      return {}
    }),
}

/** Returns the comments of one user visible to the viewer, with their curricula. */
export async function ownComments(
  db: Db,
  viewer: { id: number },
  userId: number,
  paging: Parameters<Handlers<typeof community>['GET /v130/user_comment']>[1],
) {
  const written = selectPosts(db, viewer)
    .where('p.user_id', '=', userId)
    .where('p.kind', '=', 'comment')
    .where(kindIsShown)
    .where('p.public', '=', true)
  const rows = await pageOfQuery(written, newestFirst, paging).execute()
  const cards = await cardsById(
    db,
    viewer,
    rows.map((row) => row.curriculum_id),
  )
  const total = await countRows(written)
  return pageOfRows(rows, total, paging, (row) => ({ ...commentOf(row), curriculum: cards.get(row.curriculum_id)! }))
}

export async function countWaiting(db: Db, user: { id: number }): Promise<number> {
  return countRows(waitingCards(db, user))
}
