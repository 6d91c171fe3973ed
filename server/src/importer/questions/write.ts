import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CurriculumRef } from '../../base/stable-ids'
import { questionUid } from '../../base/stable-ids'
import type { Db } from '../../db/connection'
import type { SourceQuestion } from '../../questions/rubric'
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

/** Value of `origin` for questions of the curriculum's content folder; those of a question file have `fileOrigin`. */
export const ownFolder = 'folder'
export const fileOrigin = (name: string) => `file ${name}`
const batch = 250

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
  let waiting: NewVersion[] = []
  let writing: Promise<unknown> = Promise.resolve()
  /** Sends the collected questions to the database, which writes while the next questions are read. */
  const flush = async () => {
    await writing
    const from = uids.length
    uids.push(...waiting.map(({ uid }) => uid))
    writing = writeBatch(tx, target, waiting, from, places)
    writing.catch(() => {})
    waiting = []
  }
  for await (const compiled of questions) {
    waiting.push(newVersion(compiled, target))
    if (waiting.length >= batch) await flush()
  }
  if (waiting.length > 0) await flush()
  await writing
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

/** Writes one question at its place; a new question is placed last. Returns the row and its version. */
export async function writeOneQuestion(
  tx: Db,
  target: Omit<Target, 'remove'>,
  compiled: Compiled,
): Promise<{ id: number; versionId: number }> {
  const version = newVersion(compiled, { ...target, remove: false })
  const { rows } = await sql<{ position: number }>`
    select coalesce((select position from questions where uid = ${version.uid}::uuid and removed_at is null),
      (select max(position) + 1 from questions
        where curriculum_id = ${target.curriculumId} and origin = ${target.origin} and removed_at is null), 0) as position`.execute(
    tx,
  )
  await writeBatch(
    tx,
    { ...target, remove: false },
    [version],
    rows[0]!.position,
    await placesOf(tx, target.curriculumId),
  )
  const row = await tx
    .selectFrom('questions')
    .select(['id', 'version_id as versionId'])
    .where('uid', '=', version.uid)
    .executeTakeFirstOrThrow()
  return row
}

/** Closes the gaps that removed questions leave, so that the order equals that of the files. */
export async function renumberQuestions(tx: Db, curriculumId: number, origin: string): Promise<void> {
  await sql`
    update questions q set position = placed.position
    from (select id, row_number() over (order by position, id) - 1 as position
      from questions where curriculum_id = ${curriculumId} and origin = ${origin} and removed_at is null) placed
    where q.id = placed.id and q.position <> placed.position`.execute(tx)
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

interface NewVersion {
  question: SourceQuestion
  uid: string
  /** Hexadecimal. */
  hash: string
  /** JSON of `source`, `body` and `rubric` as one object. */
  json: string
}

function newVersion({ question, body, rubric, images }: Compiled, { ref }: Target): NewVersion {
  const { difficulty: _d, tags: _t, chapter: _c, test: _e, ...sourceQuestion } = question
  const source = JSON.stringify({ question: sourceQuestion, images } satisfies StoredSource)
  const [bodyText, rubricText] = [JSON.stringify(body), JSON.stringify(rubric)]
  const hash = createHash('sha256').update(`${source}\n${bodyText}\n${rubricText}`).digest('hex')
  const uid = questionUid(ref, question.slug)
  const json = `{"uid":"${uid}","hash":"${hash}","source":${source},"body":${bodyText},"rubric":${rubricText}}`
  return { question, uid, hash, json }
}

/** Writes questions in two statements with one parameter each: a parameter per value would take longer to prepare. */
async function writeBatch(
  tx: Db,
  { curriculumId, origin, now }: Target,
  versions: NewVersion[],
  from: number,
  { chapters, embedded }: Places,
): Promise<void> {
  const sources = `[${versions.map(({ json }) => json).join(',')}]`
  await sql`
    insert into question_versions (question_uid, hash, source, body, rubric, created_at)
    select uid, decode(hash, 'hex'), source, body, rubric, ${now}::bigint
    from json_to_recordset(${sources}::json) as v (uid uuid, hash text, source jsonb, body jsonb, rubric jsonb)
    on conflict (question_uid, hash) do nothing`.execute(tx)
  const rows = versions.map(({ question, uid, hash }, i) => {
    const embed = embedded.get(uid)
    return {
      uid,
      hash,
      slug: question.slug,
      type: question.type,
      score: question.score,
      difficulty: question.difficulty,
      tags: question.tags,
      chapter: question.chapter ? (chapters.get(question.chapter) ?? null) : (embed?.chapterId ?? null),
      free: embed?.free ?? false,
      test: question.test,
      position: from + i,
    }
  })
  await sql`
    insert into questions as q (uid, curriculum_id, slug, origin, type, score, difficulty, tags, chapter_id, free,
      test_slug, position, version_id, removed_at)
    select r.uid, ${curriculumId}::bigint, r.slug, ${origin}, r.type, r.score, r.difficulty, r.tags, r.chapter, r.free,
      r.test, r.position, v.id, null
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (uid uuid, hash text, slug text, type text, score int,
        difficulty int, tags text[], chapter bigint, free boolean, test text, position int)
      join question_versions v on v.question_uid = r.uid and v.hash = decode(r.hash, 'hex')
    on conflict (uid) do update set curriculum_id = excluded.curriculum_id, slug = excluded.slug,
      origin = excluded.origin, type = excluded.type, score = excluded.score, difficulty = excluded.difficulty,
      tags = excluded.tags, chapter_id = excluded.chapter_id, free = excluded.free, test_slug = excluded.test_slug,
      position = excluded.position, version_id = excluded.version_id, removed_at = excluded.removed_at
    where (q.curriculum_id, q.slug, q.origin, q.type, q.score, q.difficulty, q.tags, q.chapter_id, q.free,
        q.test_slug, q.position, q.version_id, q.removed_at)
      is distinct from (excluded.curriculum_id, excluded.slug, excluded.origin, excluded.type, excluded.score,
        excluded.difficulty, excluded.tags, excluded.chapter_id, excluded.free, excluded.test_slug, excluded.position,
        excluded.version_id, excluded.removed_at)`.execute(tx)
}

async function fingerprint(tx: Db, curriculumId: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select coalesce(md5(string_agg(q::text, '|' order by q.id)), '') as hash
    from questions q where curriculum_id = ${curriculumId}`.execute(tx)
  return rows[0]!.hash
}
