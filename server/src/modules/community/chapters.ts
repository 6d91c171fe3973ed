import type { community } from '@dxx/contract/calls/community'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import type { PostKind } from '../../db/schema/community'
import { countAgainst } from '../../http/limits'
import { mustOwn, owns } from '../access/public'
import { curriculumByUid, kindIsShown } from '../catalogue/public'
import { askTeachers, rightsIn } from './lead-discussions'
import {
  deleteOwn,
  discussOf,
  imagesOf,
  newestFirst,
  noteOf,
  pinnedFirst,
  postById,
  readable,
  selectPosts,
  writing,
} from './posts'
import { rejectSensitiveWords } from './sensitive-words'

const chapterByUid = (db: Db, curriculumId: number, uid: string) =>
  db
    .selectFrom('chapters')
    .select(['id', 'free'])
    .where('uid', '=', uid)
    .where('curriculum_id', '=', curriculumId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Returns the chapter for a new post. Rejects users who may not read the chapter. */
async function chapterToWriteIn({ db, user, clock }: Ctx<'user' | 'mobile'>, curriculumId: string, chapterId: string) {
  const found = (await curriculumByUid(db, user, curriculumId, clock.now())) ?? fail('curriculum-not-found')
  const chapter = (await chapterByUid(db, found.id, chapterId)) ?? fail('curriculum-not-found')
  if (!chapter.free) await mustOwn(db, user, found.id, '购买或领取后才能参与这一章的讨论和笔记')
  return { curriculum_id: found.id, chapter_id: chapter.id }
}

/**
 * Selects the posts of a kind the user may read, in a curriculum, a chapter or a paragraph. Leaves out posts about a
 * question and private notes, which are listed elsewhere, because they must stay hidden during an exam.
 */
function shownPosts(
  db: Db,
  user: User,
  kind: PostKind,
  place: { curriculum?: string; chapter?: string; pid?: string },
) {
  let query = selectPosts(db, user).where('p.kind', '=', kind).where(readable(user)).where(kindIsShown)
  query = query.where('p.question_id', 'is', null)
  if (place.curriculum) query = query.where('c.uid', '=', place.curriculum)
  if (place.chapter) query = query.where('ch.uid', '=', place.chapter)
  if (place.pid !== undefined) query = query.where('p.pid', '=', place.pid)
  return query
}

/** Counts the discussions of a chapter by paragraph; '' counts those about the whole chapter. */
async function discussCounts(db: Db, chapterId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['pid', eb.fn.countAll<number>().as('count')])
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', 'discuss')
    .where('question_id', 'is', null)
    .where('public', '=', true)
    .groupBy('pid')
    .execute()
  return Object.fromEntries(rows.map(({ pid, count }) => [pid, count]))
}

export const discussHandlers: Pick<
  Handlers<typeof community>,
  'GET /v131/get_discuss' | 'POST /v131/push_discuss' | 'POST /v131/delete_discuss'
> = {
  'GET /v131/get_discuss': async ({ db, user, clock }, { curriculumId, chapterId, pid, ...paging }) => {
    const found = (await curriculumByUid(db, user, curriculumId, clock.now())) ?? fail('curriculum-not-found')
    const chapter = chapterId ? ((await chapterByUid(db, found.id, chapterId)) ?? fail('curriculum-not-found')) : null
    if (chapter && !chapter.free && !(await owns(db, user, found.id))) fail('not-purchased')
    const place = { curriculum: curriculumId, chapter: chapterId }
    const shown = shownPosts(db, user, 'discuss', { ...place, pid })
    // Pinned posts come first in their chapter; lists of a whole item stay in the order of an index.
    const rows = await pageOfQuery(shown, chapter ? pinnedFirst : newestFirst, paging).execute()
    const rights = await rightsIn(
      db,
      user.id,
      rows.map(({ rowId }) => rowId),
      clock.now(),
    )
    const counts = chapter ? await discussCounts(db, chapter.id) : {}
    const total = !chapter
      ? await countRows(shown)
      : pid === undefined
        ? Object.values(counts).reduce((sum, count) => sum + count, 0)
        : (counts[pid] ?? 0)
    return { ...pageOfRows(rows, total, paging, (row) => discussOf(row, rights.get(row.rowId))), counts }
  },

  'POST /v131/push_discuss': async (ctx, { curriculumId, chapterId, pid, quote, text, images, askTeacher }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const place = await chapterToWriteIn(ctx, curriculumId, chapterId)
    await rejectSensitiveWords(ctx, text)
    await countAgainst(db, writing, String(user.id), now)
    const { id } = await db
      .insertInto('posts')
      .values({
        kind: 'discuss',
        user_id: user.id,
        ...place,
        pid,
        quote,
        text,
        images: await imagesOf(db, user.id, images),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (askTeacher) await askTeachers(db, { id, userId: user.id, text }, now)
    return discussOf(await postById(db, user, id))
  },

  'POST /v131/delete_discuss': async ({ db, user }, { id }) => {
    if (!(await deleteOwn(db, user.id, 'discuss', id))) fail('discuss-not-found')
    return {}
  },
}

export const noteHandlers: Pick<
  Handlers<typeof community>,
  'GET /v131/get_note' | 'POST /v131/push_note' | 'POST /v131/delete_note'
> = {
  'GET /v131/get_note': async ({ db, user }, { curriculumId, chapterId, scope, ...paging }) => {
    let shown = shownPosts(db, user, 'note', { curriculum: curriculumId, chapter: chapterId })
    shown = scope === 'mine' ? shown.where('p.user_id', '=', user.id) : shown.where('p.public', '=', true)
    const rows = await pageOfQuery(shown, newestFirst, paging).execute()
    return pageOfRows(rows, await countRows(shown), paging, noteOf)
  },

  'POST /v131/push_note': async (ctx, { id, curriculumId, chapterId, locator, images, ...note }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    if (note.public && !user.mobile) fail('mobile-required')
    const place = await chapterToWriteIn(ctx, curriculumId, chapterId)
    if (note.public) await rejectSensitiveWords(ctx, note.text)
    if (note.public && id) await mustBeShown(db, user.id, id)
    await countAgainst(db, writing, String(user.id), now)
    const content = {
      ...note,
      pid: locator?.pid ?? '',
      locator: locator && JSON.stringify(locator),
      images: await imagesOf(db, user.id, images),
    }
    const saved = id
      ? await db
          .updateTable('posts')
          .set({ ...content, edited_at: now })
          .where('uid', '=', id)
          .where('kind', '=', 'note')
          .where('user_id', '=', user.id)
          .where('chapter_id', '=', place.chapter_id)
          .returning('id')
          .executeTakeFirst()
      : await db
          .insertInto('posts')
          .values({ kind: 'note', user_id: user.id, ...place, ...content, created_at: now })
          .returning('id')
          .executeTakeFirst()
    return noteOf(await postById(db, user, (saved ?? fail('note-not-found')).id))
  },

  'POST /v131/delete_note': async ({ db, user }, { id }) => {
    if (!(await deleteOwn(db, user.id, 'note', id))) fail('note-not-found')
    return {}
  },
}

/** Rejects publishing a note again that staff have hidden. */
async function mustBeShown(db: Db, userId: number, uid: string): Promise<void> {
  const hidden = await db
    .selectFrom('posts')
    .select('hidden_reason')
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .where('hidden_at', 'is not', null)
    .executeTakeFirst()
  if (hidden)
    fail('post-hidden', { msg: `这条笔记已被工作人员隐藏（${hidden.hidden_reason}），只能自己看；有疑问请联系客服` })
}

/** Returns a user's public notes in chapters the viewer may read. */
export async function publicNotes(
  db: Db,
  viewer: User,
  userId: number,
  paging: Parameters<Handlers<typeof community>['GET /v130/user_comment']>[1],
) {
  const shown = publicNotesOf(db, viewer, userId)
  const rows = await pageOfQuery(shown, newestFirst, paging).execute()
  return pageOfRows(rows, await countRows(shown), paging, noteOf)
}

const publicNotesOf = (db: Db, viewer: User, userId: number) =>
  shownPosts(db, viewer, 'note', {}).where('p.user_id', '=', userId).where('p.public', '=', true)

/** Counts for a profile: public notes readable by the viewer, comments, and likes received for public posts. */
export async function countProfilePosts(db: Db, viewer: User, userId: number) {
  const notes = await countRows(publicNotesOf(db, viewer, userId))
  const { comments, likes } = await db
    .selectNoFrom([
      sql<number>`(
        select count(*) from posts p join curricula c on c.id = p.curriculum_id
        where p.user_id = ${userId} and p.kind = 'comment' and p.public and ${kindIsShown})`.as('comments'),
      sql<number>`(
        select count(*) from likes l join posts p on p.id = l.post_id
        where p.user_id = ${userId} and p.public and l.active)`.as('likes'),
    ])
    .executeTakeFirstOrThrow()
  return { notes, comments, likes }
}
