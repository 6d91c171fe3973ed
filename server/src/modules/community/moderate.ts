import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ListPage } from '../../db/list-page'
import type { PostKind } from '../../db/schema/community'
import { inTransaction } from '../../db/transaction'
import { setting } from '../content/public'
import { notify } from '../messages/public'
import { closeWork } from '../work/public'
import { countStars, holdRatings } from './comments'
import { kindNames, shorten } from './reactions'

interface Reported {
  uid: string
  kind: PostKind
  nickname: string
  curriculum: string
  text: string
  /** One line per reason, with its count. */
  reasons: string
  firstAt: number
}

/** Returns open reports, oldest first. */
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

/** Removes a post, with its stars if it is a comment, and notifies the author with the reason. */
export function removeReported(db: Db, uid: string, reason: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await tx.selectFrom('posts').select(['id', 'curriculum_id']).where('uid', '=', uid).executeTakeFirst()
    if (!found) return false
    // Locked before the post, as everywhere, to avoid deadlocks between rating changes.
    const ratings = await holdRatings(tx, found.curriculum_id)
    await tx.deleteFrom('reports').where('post_id', '=', found.id).execute()
    await closeWork(tx, 'report', found.id, now)
    const gone = await tx
      .deleteFrom('posts')
      .where('id', '=', found.id)
      .returning(['user_id', 'kind', 'text', 'stars'])
      .executeTakeFirst()
    if (!gone) return false
    if (gone.kind === 'comment') await countStars(tx, found.curriculum_id, ratings, gone.stars, null)
    const name = kindNames[gone.kind]
    const notice = {
      kind: 'system' as const,
      title: `你的${name}已被移除`,
      body: `${reason}\n「${shorten(gone.text)}」`,
    }
    await notify(tx, { userId: gone.user_id, ...notice }, now)
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
