import { sql } from 'kysely'
import type { Embeddings } from '../../adapters/ai/embeddings'
import type { Clock } from '../../base/clock'
import type { Environment } from '../../context'
import { cacheShared } from '../../db/cache'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { type Section, sectionsOf } from './sections'
import { type VectorHit, VectorIndex } from './vector-index'

/** Maximum length of a section's text for its vector. */
const mostCharacters = 1800
const batchSize = 32
const chaptersPerRun = 500
/** Milliseconds that a question waits for its vector; without it, only words are searched. */
const patience = 3000
const mostHits = 60

/** Text of a section as it is embedded: headings say what its paragraphs are about. */
const sectionText = (title: string, { path, paragraphs }: Pick<Section, 'path' | 'paragraphs'>) =>
  [title, ...path, ...paragraphs.map(({ text }) => text)].join('\n').slice(0, mostCharacters)

const bytesOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
const vectorOf = (bytes: Buffer) =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

/** Computes the vectors of chapters that are new or changed. Returns the number of chapters. */
export async function embedChangedChapters(db: Db, embeddings: Embeddings, signal: AbortSignal): Promise<number> {
  const { rows } = await sql<{ id: number; title: string; revision: number }>`
    select ch.id, ch.title, ch.revision from chapters ch
    left join chapter_vectors v on v.chapter_id = ch.id and v.model = ${embeddings.model}
    where ch.removed_at is null and ch.kind <> 'part' and v.revision is distinct from ch.revision
    order by ch.id limit ${chaptersPerRun}`.execute(db)
  for (const { id, title, revision } of rows) {
    const sections = await sectionsOf(db, [Number(id)])
    const vectors: Float32Array[] = []
    for (let i = 0; i < sections.length; i += batchSize) {
      const texts = sections.slice(i, i + batchSize).map((section) => sectionText(title, section))
      vectors.push(...(await embeddings.embed(texts, signal)))
    }
    await inTransaction(db, (tx) => storeVectors(tx, { id, revision, model: embeddings.model }, sections, vectors))
  }
  return rows.length
}

async function storeVectors(
  tx: Db,
  { id, revision, model }: { id: number; revision: number; model: string },
  sections: Section[],
  vectors: Float32Array[],
): Promise<void> {
  await tx.deleteFrom('section_vectors').where('chapter_id', '=', id).where('model', '=', model).execute()
  for (const [i, { paragraphs }] of sections.entries())
    await tx
      .insertInto('section_vectors')
      .values({ chapter_id: id, model, pid: paragraphs[0]!.pid, vector: bytesOf(vectors[i]!) })
      .execute()
  await tx
    .insertInto('chapter_vectors')
    .values({ chapter_id: id, model, revision })
    .onConflict((conflict) => conflict.columns(['chapter_id', 'model']).doUpdateSet({ revision }))
    .execute()
}

interface Loaded {
  index: VectorIndex | null
  /** Sequence number of the last row that was read. */
  seq: number
}

/** One index per database and model, because tests use several databases in one process. */
const loaded = new WeakMap<Db, Map<string, Loaded>>()
/** Rows per read; few, because decoding them blocks the thread that handles requests. */
const readAtOnce = 500

/** Reads vectors that were added since the last call. */
async function refreshIndex(db: Db, model: string): Promise<VectorIndex | null> {
  const models = loaded.get(db) ?? new Map<string, Loaded>()
  loaded.set(db, models)
  const state = models.get(model) ?? { index: null, seq: 0 }
  models.set(model, state)
  for (;;) {
    const rows = await db
      .selectFrom('section_vectors')
      .select(['seq', 'chapter_id', 'pid', 'vector'])
      .where('model', '=', model)
      .where('seq', '>', state.seq)
      .orderBy('seq')
      .limit(readAtOnce)
      .execute()
    if (rows.length === 0) return state.index
    const replaced = new Set<number>()
    for (const { chapter_id, pid, vector } of rows) {
      const values = vectorOf(vector)
      state.index ??= new VectorIndex(values.length)
      const chapterId = Number(chapter_id)
      if (!replaced.has(chapterId) && !continuesChapter(state, chapterId)) state.index.removeChapter(chapterId)
      replaced.add(chapterId)
      state.index.add(chapterId, pid, values)
    }
    lastChapter.set(state, Number(rows.at(-1)!.chapter_id))
    state.seq = Number(rows.at(-1)!.seq)
  }
}

/** The rows of one chapter are stored together, but may be read in two parts. */
const lastChapter = new WeakMap<Loaded, number>()
const continuesChapter = (state: Loaded, chapterId: number) => lastChapter.get(state) === chapterId

export type SemanticTools = Pick<Environment, 'embeddings' | 'reranker' | 'log'> & { rootDb: Db; clock: Clock }

/** Returns the sections nearest in meaning to a question, of all materials; the caller checks what the user may read. */
export async function nearestSections(ctx: SemanticTools, question: string, signal: AbortSignal): Promise<VectorHit[]> {
  const { embeddings, rootDb, log } = ctx
  if (!embeddings || question.trim() === '') return []
  try {
    const index = await cacheShared(ctx, `vectors ${embeddings.model}`, () => refreshIndex(rootDb, embeddings.model))
    if (!index) return []
    const wait = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const [vector] = await embeddings.embed([question.slice(0, mostCharacters)], wait)
    return await index.search(vector!, mostHits)
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'vectors could not be used')
    return []
  }
}

/** Returns the order of texts by a reranker; null if there is none or it fails. */
export async function rerankedOrder(
  { reranker, log }: SemanticTools,
  question: string,
  texts: string[],
  signal: AbortSignal,
): Promise<number[] | null> {
  if (!reranker || texts.length < 2) return null
  try {
    const wait = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const scores = await reranker.rerank(question, texts, wait)
    return texts.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the reranker could not be used')
    return null
  }
}
