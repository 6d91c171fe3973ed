import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { grantEntitlement } from '../modules/access/public'
import {
  comments,
  discussions,
  hotWords,
  type Learner,
  libraries,
  notes,
  type Reader,
  readers,
} from './community-texts'

const day = 86_400

interface Item {
  id: number
  chapters: Map<string, number>
}

interface SeedContext {
  tx: Db
  now: number
  people: Map<string, number>
  items: Map<string, Item>
}

/** Seeds posts, entitlements, favourites, history and hot words for development. Idempotent: existing rows stay. */
export function seedCommunity(db: Db, now: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const context: SeedContext = { tx, now, people: await addPeople(tx, now), items: await knownItems(tx) }
    for (const [item, list] of Object.entries(comments))
      for (const [i, { by, stars, text, days, likedBy, replies }] of list.entries()) {
        await addEntitlement(context, by, item)
        const post = { kind: 'comment' as const, by, text, stars }
        await addPost(context, `comment ${item} ${i}`, item, post, days, likedBy, replies)
      }
    for (const [i, { item, chapter, about, pid, by, text, days, likedBy, replies }] of discussions.entries())
      await addPost(
        context,
        `discuss ${i}`,
        item,
        { kind: 'discuss', by, text, chapter, about, ...(pid && { pid }) },
        days,
        likedBy,
        replies,
      )
    for (const [i, { item, chapter, about, by, text, days, likedBy, ...more }] of notes.entries())
      await addPost(
        context,
        `note ${i}`,
        item,
        { kind: 'note', by, text, chapter, about, public: false, ...more },
        days,
        likedBy,
      )
    for (const [who, library] of Object.entries(libraries)) await fillLibrary(context, who as Learner, library)
    await countAllStars(tx)
    await tx
      .insertInto('settings')
      .values({ key: 'hot-words', value: JSON.stringify(hotWords) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Adds the fictional users, who cannot log in. Returns their ids and those of the sample accounts by name. */
async function addPeople(tx: Db, now: number): Promise<Map<string, number>> {
  const uids = new Map<string, string>(readers.map((name) => [stableId('user', `reader ${name}`), name]))
  await tx
    .insertInto('users')
    .values([...uids].map(([uid, nickname], i) => ({ uid, nickname, created_at: now - (200 - i) * day })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const learner of Object.keys(libraries)) uids.set(stableId('user', learner), learner)
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'uid'])
    .where('uid', 'in', [...uids.keys()])
    .where('closed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, uid }) => [uids.get(uid)!, id]))
}

/** Returns the imported items by `kind/slug`; the seeds skip items that were not imported. */
async function knownItems(tx: Db): Promise<Map<string, Item>> {
  const rows = await tx
    .selectFrom('curricula as c')
    .leftJoin('chapters as ch', 'ch.curriculum_id', 'c.id')
    .select(['c.id', 'c.kind', 'c.slug', 'ch.id as chapterId', 'ch.slug as chapter'])
    .where('c.slug', 'in', [...new Set(Object.keys(comments).map((name) => name.split('/')[1]!))])
    .execute()
  const items = new Map<string, Item>()
  for (const { id, kind, slug, chapter, chapterId } of rows) {
    const item = items.get(`${kind}/${slug}`) ?? { id, chapters: new Map() }
    items.set(`${kind}/${slug}`, item)
    if (chapterId) item.chapters.set(chapter!, chapterId)
  }
  return items
}

async function addEntitlement(
  { tx, now, people, items }: SeedContext,
  who: Reader | Learner,
  name: string,
): Promise<void> {
  const [userId, item] = [people.get(who), items.get(name)]
  if (userId && item)
    await grantEntitlement(tx, { userId, curriculumId: item.id, source: 'sample', now: now - 60 * day })
}

interface NewPost {
  kind: 'comment' | 'discuss' | 'note'
  by: Reader | Learner
  text: string
  chapter?: string
  about?: string
  pid?: string
  stars?: number
  public?: boolean
  colour?: string
}

async function addPost(
  context: SeedContext,
  name: string,
  itemName: string,
  { kind, by, text, chapter: slug, about = '', ...more }: NewPost,
  days: number,
  likedBy: readonly Reader[] = [],
  replies: readonly { by: Reader | Learner; text: string; to?: Reader | Learner }[] = [],
): Promise<void> {
  const { tx, now, people, items } = context
  const [userId, item] = [people.get(by), items.get(itemName)]
  const chapter = slug === undefined ? undefined : item?.chapters.get(slug)
  if (!userId || !item || (slug !== undefined && !chapter)) return
  if (chapter) await addEntitlement(context, by, itemName)
  const createdAt = now - days * day - ((item.id * 7919 + name.length * 104_729) % (day / 2))
  const place = chapter && about ? await quotePosition(tx, chapter, about) : null
  const post = await tx
    .insertInto('posts')
    .values({
      uid: stableId('post', name),
      kind,
      user_id: userId,
      curriculum_id: item.id,
      chapter_id: chapter ?? null,
      text,
      pid: place?.pid ?? '',
      quote: place?.exact ?? '',
      locator: kind === 'note' && place ? JSON.stringify(place) : null,
      created_at: createdAt,
      ...more,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Nothing was inserted: an existing post already has its likes and replies.
  if (!post) return
  const likes = likedBy.flatMap((who) => people.get(who) ?? [])
  if (likes.length > 0)
    await tx
      .insertInto('likes')
      .values(likes.map((id) => ({ post_id: post.id, user_id: id, active: true, created_at: createdAt + 3600 })))
      .execute()
  for (const [i, reply] of replies.entries()) {
    const replier = people.get(reply.by)
    if (!replier) continue
    await tx
      .insertInto('posts')
      .values({
        uid: stableId('post', `${name} reply ${i}`),
        kind: 'reply',
        user_id: replier,
        curriculum_id: item.id,
        chapter_id: chapter ?? null,
        parent_id: post.id,
        to_user_id: (reply.to && people.get(reply.to)) ?? null,
        text: reply.text,
        created_at: createdAt + (i + 1) * 5400,
      })
      .execute()
  }
}

/** Returns the locator of a text in its chapter; null if the chapter no longer contains it. */
async function quotePosition(tx: Db, chapterId: number, exact: string) {
  const paragraph = await tx
    .selectFrom('paragraphs')
    .select(['pid', 'text'])
    .where('chapter_id', '=', chapterId)
    .where(sql<boolean>`strpos(text, ${exact}) > 0`)
    .orderBy('position')
    .executeTakeFirst()
  if (!paragraph) return null
  const { pid, text } = paragraph
  const start = text.indexOf(exact)
  const end = start + exact.length
  return {
    pid,
    start,
    end,
    exact,
    prefix: text.slice(Math.max(0, start - 20), start),
    suffix: text.slice(end, end + 20),
  }
}

async function fillLibrary(
  context: SeedContext,
  who: Learner,
  { owns, favourites, browsed }: (typeof libraries)[Learner],
) {
  const { tx, now, people, items } = context
  const userId = people.get(who)
  if (!userId) return
  for (const name of owns) await addEntitlement(context, who, name)
  const since = (list: string[], i: number) => now - Math.floor(((list.length - 1 - i) * day * 2) / 3) - 1800
  for (const [i, name] of favourites.entries()) {
    const item = items.get(name)
    if (item)
      await tx
        .insertInto('favourites')
        .values({ user_id: userId, curriculum_id: item.id, created_at: since(favourites, i) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  for (const [i, name] of browsed.entries()) {
    const item = items.get(name)
    if (item)
      await tx
        .insertInto('browse_records')
        .values({ user_id: userId, curriculum_id: item.id, viewed_at: since(browsed, i) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** Recounts the stars from all comments. */
async function countAllStars(tx: Db): Promise<void> {
  await sql`
    update curricula c set ratings = counted.ratings
    from (
      select curriculum_id, array[
        count(*) filter (where stars = 1), count(*) filter (where stars = 2), count(*) filter (where stars = 3),
        count(*) filter (where stars = 4), count(*) filter (where stars = 5)]::int[] as ratings
      from posts where kind = 'comment' and public group by curriculum_id
    ) as counted
    where counted.curriculum_id = c.id and c.ratings <> counted.ratings`.execute(tx)
}
