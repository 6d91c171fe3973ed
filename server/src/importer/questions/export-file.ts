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

const batch = 100

/** Yields the questions of a curriculum as written by their authors, in batches. */
export async function* storedQuestions(
  db: Db,
  storage: Storage,
  from: CurriculumRef,
  { origin, images: withImages = true }: { origin?: string; images?: boolean } = {},
): AsyncGenerator<ToWrite> {
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', from.kind as CurriculumKind)
    .where('slug', '=', from.slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${from.kind}/${from.slug}`)
  for (let skipped = 0; ; skipped += batch) {
    const rows = await db
      .selectFrom('questions as q')
      .innerJoin('question_versions as v', 'v.id', 'q.version_id')
      .leftJoin('chapters as ch', 'ch.id', 'q.chapter_id')
      .select(['q.id', 'q.difficulty', 'q.tags', 'q.test_slug as test', 'ch.slug as chapter', 'v.source'])
      .where('q.curriculum_id', '=', curriculum.id)
      .where('q.removed_at', 'is', null)
      .$if(origin !== undefined, (query) => query.where('q.origin', '=', origin!))
      .orderBy(sql`q.origin = 'folder'`, 'desc')
      .orderBy('q.origin')
      .orderBy('q.position')
      .orderBy('q.id')
      .offset(skipped)
      .limit(batch)
      .execute()
    for (const { difficulty, tags, test, chapter, source } of rows) {
      const { question, images } = source as StoredSource
      // Only questions of a bank name their chapter; a textbook's questions are embedded in its chapters.
      const own = from.kind === 'bank' ? chapter : null
      yield {
        question: { ...question, difficulty, tags, test, chapter: own } as SourceQuestion,
        images: withImages ? await readImages(storage, images) : new Map(),
      }
    }
    if (rows.length < batch) return
  }
}

async function readImages(storage: Storage, keys: Record<string, string>): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const [name, key] of Object.entries(keys)) images.set(name, await buffer(await storage.read(key)))
  return images
}
