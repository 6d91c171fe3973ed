import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { setting } from '../content/public'
import { notify } from '../messages/public'
import { countStars, holdRatings } from './comments'
import { kindNames, shorten } from './reactions'
import type { PostKind } from './schema'

interface Reported {
  uid: string
  kind: PostKind
  nickname: string
  curriculum: string
  text: string
  /** One line for each reason, with how many gave it. */
  reasons: string
  firstAt: number
}

/** What learners have reported and nobody has judged yet, the earliest first. */
export async function reported(db: Db): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select p.uid, p.kind, u.nickname, c.title as curriculum, p.text, min(r.created_at) as "firstAt",
      (select string_agg(reason || ' × ' || n, '、' order by n desc, reason)
        from (select reason, count(*) as n from reports where post_id = p.id group by reason) as given) as reasons
    from reports r
    join posts p on p.id = r.post_id
    join users u on u.id = p.user_id
    join curricula c on c.id = p.curriculum_id
    group by p.id, u.id, c.id order by min(r.created_at), p.id limit 100`.execute(db)
  return rows
}

/** Nothing is wrong with it: its reports are settled. Answers whether there were any. */
export async function keepReported(db: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('post_id', 'in', (eb) => eb.selectFrom('posts').select('id').where('uid', '=', uid))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes a post away, with its stars where it is a comment, and tells who wrote it why. */
export function removeReported(db: Db, uid: string, reason: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await tx.selectFrom('posts').select(['id', 'curriculum_id']).where('uid', '=', uid).executeTakeFirst()
    if (!found) return false
    // Before the post, as everywhere: two who change the stars of one item take turns.
    const ratings = await holdRatings(tx, found.curriculum_id)
    await tx.deleteFrom('reports').where('post_id', '=', found.id).execute()
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

/** Adds words that what people write may not hold, or takes them out again. Servers follow within half a minute. */
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
