import type { Author } from '@dxx/contract/calls/community'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import type { PostImage, PostKind } from '../../db/schema/community'
import type { Limit } from '../../http/limits'
import { ownedBy, type Viewer } from '../catalogue/public'
import { publicUrl } from '../media/public'
import { ownUploads } from '../uploads/public'

/** Rate limit of posts, counted in the transaction that stores the post. */
export const writing: Limit = { name: 'post', max: 30, windowSeconds: 600 }

/**
 * Whether the viewer may read post `p` of curriculum `c` and chapter `ch`: posts without a chapter are public, others
 * require access to the chapter. Replies to a private note are private too. A post hidden by staff is not public; only
 * a note stays readable for its author.
 */
export const readable = (viewer: Viewer) => sql<boolean>`((
  p.user_id = ${viewer?.id ?? null}::bigint and (p.public or p.kind = 'note')) or (
  p.public and (p.chapter_id is null or ch.free or ${ownedBy(viewer)})
  and not exists (select from posts above where above.id = p.parent_id and not above.public)))`

const replyCount = sql<number>`(select count(*) from posts r where r.parent_id = p.id and r.kind = 'reply' and r.public)`

/** SQL: the author of post `p` was a teacher when writing it. */
const wroteAsTeacher = sql<boolean>`exists (
  select from staff_grants g where g.user_id = p.user_id and g.role = 'teacher' and g.created_at <= p.created_at
    and (g.ends_at is null or g.ends_at > p.created_at) and (g.revoked_at is null or g.revoked_at > p.created_at))`

/** Selects posts with all displayed fields in one query. */
export function selectPosts(db: Db, viewer: Viewer) {
  const me = sql`${viewer?.id ?? null}::bigint`
  return db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('curricula as c', 'c.id', 'p.curriculum_id')
    .leftJoin('chapters as ch', 'ch.id', 'p.chapter_id')
    .select(['p.id as rowId', 'p.uid', 'p.text', 'p.images', 'p.stars', 'p.public', 'p.pid', 'p.quote', 'p.locator'])
    .select(['p.seconds', 'p.colour', 'p.created_at', 'p.edited_at', 'p.user_id', 'p.curriculum_id'])
    .select(['u.uid as author_uid', 'u.nickname', 'u.avatar', 'u.closed_at'])
    .select(['p.pinned_at', 'p.closed_at as discuss_closed_at', wroteAsTeacher.as('teacher')])
    .select(sql<string | null>`(select a.uid from posts a where a.id = p.accepted_id)`.as('accepted_uid'))
    .select(['c.uid as curriculum_uid', 'c.kind as curriculum_kind', 'c.title as curriculum_title'])
    .select(['ch.uid as chapter_uid', 'ch.title as chapter_title'])
    .select([
      sql<number>`(select count(*) from likes l where l.post_id = p.id and l.active)`.as('likes'),
      sql<boolean>`exists (select from likes l where l.post_id = p.id and l.active and l.user_id = ${me})`.as('liked'),
      sql<boolean>`coalesce(p.user_id = ${me}, false)`.as('mine'),
      replyCount.as('replies'),
    ])
}

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>

interface Person {
  author_uid: string
  nickname: string
  avatar: string | null
  closed_at: number | null
  teacher?: boolean
}

export const authorOf = ({ author_uid: id, nickname, avatar, closed_at, teacher }: Person): Author =>
  closed_at === null
    ? { id, nickname, avatar, ...(teacher && { teacher }) }
    : { id, nickname: '已注销用户', avatar: null }

const writtenOf = (row: PostRow) => ({
  id: row.uid,
  author: authorOf(row),
  text: row.text,
  images: row.images.map(({ id, key }) => ({ id, url: publicUrl(key) })),
  likes: row.likes,
  liked: row.liked,
  mine: row.mine,
  createdAt: row.created_at,
})

export const commentOf = (row: PostRow) => ({
  ...writtenOf(row),
  curriculumId: row.curriculum_uid,
  stars: row.stars!,
  replies: row.replies,
  editedAt: row.edited_at,
})

/** `rights`: of the reader, if the list offers them. */
export const discussOf = (row: PostRow, rights?: { pin: boolean; decide: boolean }) => ({
  ...writtenOf(row),
  pid: row.pid,
  quote: row.quote,
  place: {
    id: row.curriculum_uid,
    title: row.curriculum_title,
    chapterId: row.chapter_uid,
    chapterTitle: row.chapter_title ?? '',
  },
  replies: row.replies,
  pinned: row.pinned_at !== null,
  closed: row.discuss_closed_at !== null,
  acceptedId: row.accepted_uid,
  ...(rights && { rights }),
})

export const noteOf = (row: PostRow) => ({
  ...discussOf(row),
  public: row.public,
  locator: row.locator as never,
  seconds: row.seconds,
  colour: row.colour,
  updatedAt: row.edited_at ?? row.created_at,
})

export const replyOf = (row: PostRow, to: Author | null) => ({ ...writtenOf(row), to })

/** Sort order with pinned posts first, then newest first. */
export const pinnedFirst = {
  key: sql<number>`(p.created_at + case when p.pinned_at is null then 0 else 100000000000 end)`,
  uid: sql<string>`p.uid`,
}

/** Sort order newest first; the uid breaks ties. */
export const newestFirst = { key: sql<number>`p.created_at`, uid: sql<string>`p.uid` }

export async function postById(db: Db, viewer: Viewer, rowId: number): Promise<PostRow> {
  return selectPosts(db, viewer).where('p.id', '=', rowId).executeTakeFirstOrThrow()
}

/** Selects posts with their location. */
const postWithPlace = (db: Db) =>
  db
    .selectFrom('posts as p')
    .innerJoin('curricula as c', 'c.id', 'p.curriculum_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('chapters as ch', 'ch.id', 'p.chapter_id')
    .leftJoin('questions as q', 'q.id', 'p.question_id')
    .select(['p.id', 'p.uid', 'p.kind', 'p.user_id', 'p.parent_id', 'p.text', 'p.public', 'p.pid', 'u.closed_at'])
    .select(['p.curriculum_id', 'p.chapter_id', 'c.uid as curriculum_uid', 'c.kind as curriculum_kind'])
    .select('p.closed_at as discuss_closed_at')
    .select(['ch.uid as chapter_uid', 'ch.kind as chapter_kind', 'q.uid as question_uid', replyCount.as('replies')])

const selectPost = (db: Db, viewer: Viewer, kind: PostKind, uid: string) =>
  postWithPlace(db).where('p.uid', '=', uid).where('p.kind', '=', kind).where(readable(viewer))

/** Returns a post with its location, also if the user may not read it. */
export const postForLink = (db: Db, id: number) => postWithPlace(db).where('p.id', '=', id).executeTakeFirstOrThrow()

export function findPost(db: Db, viewer: Viewer, kind: PostKind, uid: string) {
  return selectPost(db, viewer, kind, uid).executeTakeFirst()
}

/** Finds a post like `findPost` and locks it against deletion until the transaction ends. */
export function holdPost(tx: Db, viewer: Viewer, kind: PostKind, uid: string) {
  return selectPost(tx, viewer, kind, uid).forKeyShare('p').executeTakeFirst()
}

export type LockedPost = NonNullable<Awaited<ReturnType<typeof holdPost>>>

/** Returns uploads of the user in the form stored in a post. Rejects unfinished uploads and those of other users. */
export async function imagesOf(db: Db, userId: number, uids: readonly string[]): Promise<string> {
  const found = await ownUploads(db, userId, 'image', uids)
  if (found.length < uids.length) fail('image-not-found')
  return JSON.stringify(found.map(({ uid, key }): PostImage => ({ id: uid, key })))
}

/** Deletes a post of the user and returns its row; undefined if it is unknown or belongs to another user. */
export function deleteOwn(db: Db, userId: number, kind: PostKind, uid: string) {
  return db
    .deleteFrom('posts')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
}
