import { buffer } from 'node:stream/consumers'
import type { CurriculumKind } from '@dxx/contract/shapes'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import type { ToWrite } from './export/losses'
import { UnreadableFile } from './input'
import type { SourceQuestion } from './model'
import type { StoredSource } from './write'

const batch = 100

/** The questions of a curriculum as their authors wrote them, a batch at a time. */
export async function* storedQuestions(
  db: Db,
  storage: Storage,
  from: { kind: CurriculumKind; slug: string },
): AsyncGenerator<ToWrite> {
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', from.kind)
    .where('slug', '=', from.slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${from.kind}/${from.slug}`)
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('questions as q')
      .innerJoin('question_versions as v', 'v.id', 'q.version_id')
      .leftJoin('chapters as ch', 'ch.id', 'q.chapter_id')
      .select(['q.id', 'q.difficulty', 'q.tags', 'q.test_slug as test', 'ch.slug as chapter', 'v.source'])
      .where('q.curriculum_id', '=', curriculum.id)
      .where('q.removed_at', 'is', null)
      .where('q.id', '>', after)
      .orderBy('q.id')
      .limit(batch)
      .execute()
    for (const { difficulty, tags, test, chapter, source } of rows) {
      const { question, images } = source as StoredSource
      // A textbook's questions stand in its chapters by being embedded there; only banks name the chapter.
      const own = from.kind === 'bank' ? chapter : null
      yield {
        question: { ...question, difficulty, tags, test, chapter: own } as SourceQuestion,
        images: await readImages(storage, images),
      }
    }
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}

async function readImages(storage: Storage, keys: Record<string, string>): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const [name, key] of Object.entries(keys)) images.set(name, await buffer(await storage.read(key)))
  return images
}
