import { buffer } from 'node:stream/consumers'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import type { CurriculumRef } from '../../base/stable-ids'
import type { Db } from '../../db/connection'
import type { SourceQuestion } from '../../questions/rubric'
import type { ToWrite } from './export/losses'
import { UnreadableFile } from './input'
import type { StoredSource } from './write'

const batch = 250

/** Yields the questions of a curriculum as written by their authors, in batches. */
export async function* storedQuestions(
  db: Db,
  storage: Storage,
  { kind, slug }: CurriculumRef,
  { origin, images: withImages = true }: { origin?: string; images?: boolean } = {},
): AsyncGenerator<ToWrite> {
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', kind as CurriculumKind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${kind}/${slug}`)
  const ids = await idsInOrder(db, curriculum.id, origin)
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch)
    const rows = await db
      .selectFrom('questions as q')
      .innerJoin('question_versions as v', 'v.id', 'q.version_id')
      .leftJoin('chapters as ch', 'ch.id', 'q.chapter_id')
      .select(['q.id', 'q.difficulty', 'q.tags', 'q.test_slug as test', 'ch.slug as chapter', 'v.source'])
      .where(sql<boolean>`q.id = any (${some}::bigint[])`)
      .orderBy(sql`array_position(${some}::bigint[], q.id)`)
      .execute()
    for (const { difficulty, tags, test, chapter, source } of rows) {
      const { question, images } = source as StoredSource
      // Only questions of a bank name their chapter; a textbook's questions are embedded in its chapters.
      const bankChapter = kind === 'bank' ? chapter : null
      yield {
        question: { ...question, difficulty, tags, test, chapter: bankChapter } as SourceQuestion,
        images: withImages ? await readImages(storage, images) : new Map(),
      }
    }
  }
}

/**
 * Lists the ids first, because sorting all questions for every batch would take longer the more questions there are.
 */
async function idsInOrder(db: Db, curriculumId: number, origin: string | undefined): Promise<number[]> {
  const rows = await db
    .selectFrom('questions as q')
    .select('q.id')
    .where('q.curriculum_id', '=', curriculumId)
    .where('q.removed_at', 'is', null)
    .$if(origin !== undefined, (query) => query.where('q.origin', '=', origin!))
    .orderBy(sql`q.origin = 'folder'`, 'desc')
    .orderBy('q.origin')
    .orderBy('q.position')
    .orderBy('q.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function readImages(storage: Storage, keys: Record<string, string>): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const [name, key] of Object.entries(keys)) images.set(name, await buffer(await storage.read(key)))
  return images
}
