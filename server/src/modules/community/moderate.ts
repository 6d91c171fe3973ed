import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ListPage } from '../../db/list-page'
import type { CommunitySchema, PostKind } from '../../db/schema/community'
import { inTransaction } from '../../db/transaction'
import { setting } from '../content/public'
import { notify } from '../messages/public'
import { closeWork } from '../work/public'
import { countStars, holdRatings } from './comments'
import { postKindNames, shorten } from './reactions'

interface Reported {
  uid: string
  kind: PostKind
  nickname: string
  curriculum: string
  text: string
  /** All reasons in one line, each with its number of reports. */
  reasons: string
  firstAt: number
}

/** Returns the reported posts, the longest reported first. */
export async function reported(db: Db, { after, limit }: ListPage): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select p.uid, p.kind, u.nickname, c.title as curriculum, p.text, min(r.created_at) as "firstAt",
      (select string_agg(reason || ' × ' || n, '、' order by n desc, reason)
        from (select reason, count(*) as n from reports where post_id = p.id group by reason) as given) as reasons
    from reports r
    join posts p on p.id = r.post_id
    join users u on u.id = p.user_id
    join curricula c on c.id = p.curriculum_id
    group by p.id, u.id, c.id
    having ${after ?? null}::text is null or (min(r.created_at), p.id) > (
      select min(s.created_at), max(s.post_id) from reports s join posts x on x.id = s.post_id where x.uid::text = ${after ?? null})
    order by min(r.created_at), p.id limit ${limit}`.execute(db)
  return rows
}

/** Dismisses the reports of a post. Returns whether there were any. */
export function keepReported(db: Db, uid: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const post = await tx.selectFrom('posts').select('id').where('uid', '=', uid).executeTakeFirst()
    if (!post) return false
    const { numDeletedRows } = await tx.deleteFrom('reports').where('post_id', '=', post.id).executeTakeFirst()
    await closeWork(tx, 'report', post.id, now)
    return numDeletedRows > 0n
  })
}

interface Hiding {
  reason: string
  /** Staff member; null for the command line. */
  by: number | null
}

/**
 * Hides a post, uncounts the stars of a comment, and sends the reason to the author, who can still read a hidden note.
 * Returns false if the post is unknown or already hidden.
 */
export function hidePost(db: Db, uid: string, { reason, by }: Hiding, now: number): Promise<boolean> {
  return changeShown(db, uid, true, async (tx, { id, user_id: userId, kind, text }) => {
    await tx.deleteFrom('reports').where('post_id', '=', id).execute()
    await closeWork(tx, 'report', id, now)
    await tx
      .updateTable('posts')
      .set({ public: false, hidden_at: now, hidden_reason: reason, hidden_by: by })
      .where('id', '=', id)
      .execute()
    const remark = kind === 'note' ? '\n笔记还在，只有你自己看得到。' : ''
    const body = `${reason}\n「${shorten(text)}」${remark}`
    await notify(tx, { userId, kind: 'system', title: `你的${postKindNames[kind]}已被隐藏`, body }, now)
  })
}

/** Shows a hidden post again and notifies the author. Returns false if it is not hidden. */
export function restorePost(db: Db, uid: string, now: number): Promise<boolean> {
  return changeShown(db, uid, false, async (tx, { id, user_id: userId, kind, text }) => {
    await tx
      .updateTable('posts')
      .set({ public: true, hidden_at: null, hidden_reason: '', hidden_by: null })
      .where('id', '=', id)
      .execute()
    const body = `「${shorten(text)}」`
    await notify(tx, { userId, kind: 'system', title: `你的${postKindNames[kind]}已恢复显示`, body }, now)
  })
}

type PostToChange = Pick<Selectable<CommunitySchema['posts']>, 'id' | 'user_id' | 'kind' | 'text'>

/** Locks a post, which must be shown (`isShown`) or hidden, and changes it and the star counts of its curriculum. */
function changeShown(
  db: Db,
  uid: string,
  isShown: boolean,
  change: (tx: Db, post: PostToChange) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await tx.selectFrom('posts').select('curriculum_id').where('uid', '=', uid).executeTakeFirst()
    if (!found) return false
    // Star counts are always locked before the post, to prevent deadlocks between rating changes.
    const ratings = await holdRatings(tx, found.curriculum_id)
    const post = await tx
      .selectFrom('posts')
      .select(['id', 'user_id', 'kind', 'text', 'stars'])
      .where('uid', '=', uid)
      .where(isShown ? sql<boolean>`public` : sql<boolean>`hidden_at is not null`)
      .forUpdate()
      .executeTakeFirst()
    if (!post) return false
    await change(tx, post)
    const [before, after] = isShown ? [post.stars, null] : [null, post.stars]
    if (post.kind === 'comment') await countStars(tx, found.curriculum_id, ratings, before, after)
    return true
  })
}

const wordsKey = 'sensitive-words'

export async function addedWords(db: Db): Promise<string[]> {
  const value = await setting(db, wordsKey)
  return Array.isArray(value) ? (value as string[]) : []
}

/** Adds or removes sensitive words. Servers apply the change within 30 seconds. */
export function changeWords(db: Db, add: readonly string[], remove: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: wordsKey, value: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.selectFrom('settings').select('key').where('key', '=', wordsKey).forUpdate().execute()
    const words = [...new Set([...(await addedWords(tx)), ...add])].filter((word) => !remove.includes(word))
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(words) })
      .where('key', '=', wordsKey)
      .execute()
    return words
  })
}
