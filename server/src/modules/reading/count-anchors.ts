import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { anchorInBlocks, type Block } from './anchor'
import { blocksOf } from './chapter'

/**
 * Counts highlights and bookmarks in chapters that changed since they were anchored, by the result of anchoring them
 * now. Writes nothing: the server stores new anchors when their owner next reads.
 */
export async function countAnchors(
  db: Db,
  curriculumId: number,
): Promise<{ certain: number; unsure: number; lost: number }> {
  const rows = await db
    .selectFrom('highlights as h')
    .innerJoin('chapters as ch', 'ch.id', 'h.chapter_id')
    .select(['h.chapter_id', 'h.locator', 'h.place', 'ch.removed_at'])
    .where('h.curriculum_id', '=', curriculumId)
    .where('h.removed', '=', false)
    .where('h.state', '<>', 'lost')
    .where(sql<boolean>`(h.revision <> ch.revision or ch.removed_at is not null)`)
    .orderBy('h.chapter_id')
    .execute()
  const counts = { certain: 0, unsure: 0, lost: 0 }
  let [chapter, blocks]: [number, Block[]] = [0, []]
  for (const { chapter_id: id, locator, place, removed_at } of rows) {
    if (chapter !== id) blocks = removed_at === null ? await blocksOf(db, id) : []
    chapter = id
    const { state } = anchorInBlocks(blocks, locator, place)
    counts[state === 'sure' ? 'certain' : state]++
  }
  return counts
}
