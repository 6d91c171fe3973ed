import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CurriculumRef } from '../../base/stable-ids'
import { questionUid } from '../../base/stable-ids'
import type { Db } from '../../db/connection'
import type { SourceQuestion } from '../../questions/rubric'
import { upsert } from '../upsert'
import type { Compiled } from './compile'

interface Target {
  curriculumId: number
  ref: CurriculumRef
  /** Origin of the questions: the curriculum's folder or an imported file. */
  origin: string
  now: number
  /** Whether to remove earlier questions of the same origin that are missing now; otherwise they move to the end. */
  remove: boolean
}

/** Origin of questions from a curriculum's own folder. */
export const ownFolder = 'folder'
export const fileOrigin = (name: string) => `file ${name}`
const batch = 100

/** Content of a question version, without position and labels, which may change without a new version. */
export interface StoredSource {
  question: Omit<SourceQuestion, 'difficulty' | 'tags' | 'chapter' | 'test'>
  images: Record<string, string>
}

/** Updates the questions of a curriculum. Returns whether anything visible to students changed. */
export async function writeQuestions(
  tx: Db,
  target: Target,
  questions: AsyncIterable<Compiled>,
): Promise<{ changed: boolean; count: number }> {
  const { curriculumId, origin, now } = target
  const before = await fingerprint(tx, curriculumId)
  const places = await placesOf(tx, curriculumId)
  const uids: string[] = []
  let waiting: Compiled[] = []
  const flush = async () => {
    uids.push(...(await writeBatch(tx, target, waiting, uids.length, places)))
    waiting = []
  }
  for await (const compiled of questions) {
    waiting.push(compiled)
    if (waiting.length >= batch) await flush()
  }
  if (waiting.length > 0) await flush()
  const others = sql`curriculum_id = ${curriculumId} and origin = ${origin} and removed_at is null
    and uid <> all (${uids}::uuid[])`
  // Removed questions stay as rows for users who answered them.
  if (target.remove) await sql`update questions set removed_at = ${now} where ${others}`.execute(tx)
  else
    await sql`
      update questions q set position = placed.position
      from (select id, ${uids.length} + row_number() over (order by position, id) - 1 as position
        from questions where ${others}) placed
      where q.id = placed.id and q.position <> placed.position`.execute(tx)
  return { changed: before !== (await fingerprint(tx, curriculumId)), count: uids.length }
}

interface Places {
  /** Chapter ids by slug; questions of a bank name their chapter by slug. */
  chapters: ReadonlyMap<string, number>
  /** The first chapter whose text embeds a question, and whether one of the embedding chapters is free. */
  embedded: ReadonlyMap<string, { chapterId: number; free: boolean }>
}

async function placesOf(tx: Db, curriculumId: number): Promise<Places> {
  const chapters = await tx
    .selectFrom('chapters')
    .select(['id', 'slug'])
    .where('curriculum_id', '=', curriculumId)
    .execute()
  const { rows } = await sql<{ uid: string; chapterId: number; free: boolean }>`
    select found[1] as uid, (array_agg(c.id order by c.position))[1] as "chapterId", bool_or(c.free) as free
    from chapters c, regexp_matches(c.html, 'data-question="([0-9a-f-]{36})"', 'g') as found
    where c.curriculum_id = ${curriculumId} and c.removed_at is null
    group by 1`.execute(tx)
  return {
    chapters: new Map(chapters.map(({ slug, id }) => [slug, id])),
    embedded: new Map(rows.map(({ uid, ...place }) => [uid, place])),
  }
}

async function writeBatch(
  tx: Db,
  { curriculumId, ref, origin, now }: Target,
  questions: Compiled[],
  from: number,
  { chapters, embedded }: Places,
): Promise<string[]> {
  const versions = questions.map(({ question, body, rubric, images }) => {
    const { difficulty: _d, tags: _t, chapter: _c, test: _e, ...own } = question
    const source = JSON.stringify({ question: own, images } satisfies StoredSource)
    const [bodyText, rubricText] = [JSON.stringify(body), JSON.stringify(rubric)]
    const hash = createHash('sha256').update(`${source}\n${bodyText}\n${rubricText}`).digest()
    const uid = questionUid(ref, question.slug)
    return { question_uid: uid, hash, source, body: bodyText, rubric: rubricText, created_at: now }
  })
  await tx
    .insertInto('question_versions')
    .values(versions)
    .onConflict((conflict) => conflict.columns(['question_uid', 'hash']).doNothing())
    .execute()
  const ids = await tx
    .selectFrom('question_versions')
    .select(['id', 'question_uid', 'hash'])
    .where(
      'question_uid',
      'in',
      versions.map(({ question_uid }) => question_uid),
    )
    .execute()
  const idOf = new Map(ids.map(({ id, question_uid, hash }) => [`${question_uid} ${hash.toString('hex')}`, id]))
  const rows = questions.map(({ question }, i) => {
    const { question_uid: uid, hash } = versions[i]!
    const embed = embedded.get(uid)
    return {
      uid,
      curriculum_id: curriculumId,
      slug: question.slug,
      origin,
      type: question.type,
      score: question.score,
      difficulty: question.difficulty,
      tags: question.tags,
      chapter_id: question.chapter ? (chapters.get(question.chapter) ?? null) : (embed?.chapterId ?? null),
      free: embed?.free ?? false,
      test_slug: question.test,
      position: from + i,
      version_id: idOf.get(`${uid} ${hash.toString('hex')}`)!,
      removed_at: null,
    }
  })
  await upsert(tx, 'questions', ['uid'], rows)
  return rows.map(({ uid }) => uid)
}

async function fingerprint(tx: Db, curriculumId: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select coalesce(md5(string_agg(q::text, '|' order by q.id)), '') as hash
    from questions q where curriculum_id = ${curriculumId}`.execute(tx)
  return rows[0]!.hash
}
