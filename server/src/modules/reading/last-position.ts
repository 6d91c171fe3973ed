import type { Locator } from '@dxx/contract/locator'
import type { Db } from '../../db/connection'

/** Returns the user's last position in a curriculum. The client anchors it, because the text may have changed. */
export async function readLastPosition(db: Db, userId: number, curriculumUid: string) {
  const row = await db
    .selectFrom('progress as p')
    .innerJoin('chapters as ch', 'ch.id', 'p.chapter_id')
    .innerJoin('curricula as c', 'c.id', 'p.curriculum_id')
    .select(['ch.uid as chapterId', 'ch.title as chapterTitle', 'p.position', 'p.position_at as at'])
    .where('p.user_id', '=', userId)
    .where('c.uid', '=', curriculumUid)
    .where('ch.removed_at', 'is', null)
    .where('p.position', 'is not', null)
    .orderBy('p.position_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { position, ...rest } = row
  return { ...rest, locator: position as Locator }
}
