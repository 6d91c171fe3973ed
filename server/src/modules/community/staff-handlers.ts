import type { decisions } from '@dxx/contract/calls/staff/decisions'
import type { ModeratedPost, WorkDetail } from '@dxx/contract/calls/staff/work'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import type { PostImage, PostKind } from '../../db/schema/community'
import { publicUrl } from '../media/public'
import { personOf } from '../staff/public'
import { holdItem, type WorkRow, workTarget } from '../work/public'
import { hidePost, keepReported, restorePost } from './moderate'
import { postKindNames } from './reactions'

type Calls =
  | 'POST /staff/v1/report_keep'
  | 'POST /staff/v1/report_remove'
  | 'GET /staff/v1/posts_recent'
  | 'POST /staff/v1/post_hide'
  | 'POST /staff/v1/post_restore'

interface Row {
  id: number
  uid: string
  kind: PostKind
  text: string
  images: PostImage[]
  stars: number | null
  quote: string
  created_at: number
  author_uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  curriculum: string
  chapter: string | null
  reports: number
  hidden_at: number | null
  hidden_reason: string
  hidden_by: string | null
}

const selectPosts = (where: RawBuilder<boolean>, order: RawBuilder<unknown>) => sql<Row>`
  select p.id, p.uid, p.kind, p.text, p.images, p.stars, p.quote, p.created_at, u.uid as author_uid, u.nickname,
    u.avatar, u.mobile, c.title as curriculum, ch.title as chapter, p.hidden_at, p.hidden_reason,
    b.nickname as hidden_by,
    (select count(*) from reports r where r.post_id = p.id) as reports
  from posts p join users u on u.id = p.user_id join curricula c on c.id = p.curriculum_id
    left join chapters ch on ch.id = p.chapter_id left join users b on b.id = p.hidden_by
  where ${where} ${order}`

const shapePost = (row: Row): ModeratedPost => ({
  id: row.uid,
  kind: row.kind,
  kindName: postKindNames[row.kind],
  author: personOf({ uid: row.author_uid, nickname: row.nickname, avatar: row.avatar, mobile: row.mobile }),
  text: row.text,
  images: row.images.map(({ id, key }) => ({ id, url: publicUrl(key) })),
  stars: row.stars,
  quote: row.quote,
  place: [`《${row.curriculum}》`, row.chapter].filter(Boolean).join(' · '),
  createdAt: row.created_at,
  reports: row.reports,
  hidden:
    row.hidden_at === null ? null : { at: row.hidden_at, reason: row.hidden_reason, by: row.hidden_by ?? '命令行' },
})

async function postOf(db: Db, { subject_id }: WorkRow) {
  return db.selectFrom('posts').select(['uid', 'text']).where('id', '=', subject_id).executeTakeFirstOrThrow()
}

export const communityStaffHandlers: Pick<Handlers<typeof decisions>, Calls> = {
  'POST /staff/v1/report_keep': async (ctx, item) => {
    const row = await holdItem(ctx, item, 'report')
    const post = await postOf(ctx.db, row)
    await keepReported(ctx.db, post.uid, ctx.clock.now())
    ctx.audit({ target: workTarget(row), after: { kept: true } })
    return {}
  },

  'POST /staff/v1/report_remove': async (ctx, { reason, ...item }) => {
    const row = await holdItem(ctx, item, 'report')
    const post = await postOf(ctx.db, row)
    await hidePost(ctx.db, post.uid, { reason, by: ctx.user.id }, ctx.clock.now())
    ctx.audit({ target: workTarget(row), before: { text: post.text }, after: { hidden: true }, reason })
    return {}
  },

  'GET /staff/v1/posts_recent': async ({ db }, { kind, state, author, after, limit }) => {
    const place = after === undefined ? null : (/^(\d{1,12})\.(\d{1,15})$/.exec(after) ?? fail('invalid-input'))
    const [at, rowId] = [place?.[1] ?? null, place?.[2] ?? null]
    const states = { shown: sql`p.public`, hidden: sql`p.hidden_at is not null` }
    const where = sql<boolean>`${states[state]} and (${kind ?? null}::text is null or p.kind = ${kind ?? null})
      and (${author ?? null}::uuid is null or p.user_id = (select id from users where uid = ${author ?? null}::uuid))`
    const from = sql`(${at}::bigint is null or (p.created_at, p.id) < (${at}::bigint, ${rowId}::bigint))`
    const order = sql`order by p.created_at desc, p.id desc limit ${limit + 1}`
    const { rows } = await selectPosts(sql`${where} and ${from}`, order).execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from posts p where ${where} limit ${totalMax}) counted`.execute(db)
    const shown = rows.slice(0, limit)
    return {
      list: shown.map(shapePost),
      next: rows.length > limit ? `${shown.at(-1)!.created_at}.${shown.at(-1)!.id}` : null,
      total: counted[0]!.total,
    }
  },

  'POST /staff/v1/post_hide': async (ctx, { id, reason }) => {
    const post = await postByUid(ctx.db, id)
    if (!(await hidePost(ctx.db, id, { reason, by: ctx.user.id }, ctx.clock.now()))) fail('target-not-found')
    ctx.audit({ target: postTarget(id, post), before: { text: post.text }, after: { hidden: true }, reason })
    return {}
  },

  'POST /staff/v1/post_restore': async (ctx, { id, reason }) => {
    const post = await postByUid(ctx.db, id)
    if (!(await restorePost(ctx.db, id, ctx.clock.now()))) fail('target-not-found')
    ctx.audit({
      target: postTarget(id, post),
      before: { hidden: true, reason: post.hidden_reason },
      after: { hidden: false },
      reason,
    })
    return {}
  },
}

async function postByUid(db: Db, uid: string) {
  const post = await db
    .selectFrom('posts')
    .select(['text', 'kind', 'hidden_reason'])
    .where('uid', '=', uid)
    // Staff must not read private notes.
    .where((eb) => eb.or([eb('public', '=', true), eb('hidden_at', 'is not', null)]))
    .executeTakeFirst()
  return post ?? fail('target-not-found')
}

const postTarget = (id: string, { kind }: { kind: PostKind }) => ({ kind: 'post', id, name: postKindNames[kind] })

/** Returns the reported post with its reports, the post it replies to, and the nearest replies. */
export async function reportDetail(db: Db, postId: number): Promise<Extract<WorkDetail, { kind: 'report' }> | null> {
  const { rows } = await selectPosts(sql`p.id = ${postId}`, sql``).execute(db)
  if (!rows[0]) return null
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.reason', 'r.created_at', 'u.uid', 'u.nickname', 'u.avatar', 'u.mobile'])
    .where('r.post_id', '=', postId)
    .orderBy('r.id')
    .limit(100)
    .execute()
  const { rows: near } = await selectPosts(
    sql`p.id = ${postId} or p.id = (select parent_id from posts where id = ${postId})
      or (p.public and p.id in (
        select id from posts where parent_id = coalesce((select parent_id from posts where id = ${postId}), ${postId})
        order by abs(id - ${postId}) limit 10))`,
    sql`order by p.id`,
  ).execute(db)
  return {
    kind: 'report',
    post: shapePost(rows[0]),
    reports: reports.map((row) => ({ reason: row.reason, reporter: personOf(row), createdAt: row.created_at })),
    surroundings: near.map(shapePost),
  }
}
