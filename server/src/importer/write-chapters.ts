import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CurriculumRef, chapterUid } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { saveMedia } from '../modules/media/store'
import { parseHtml } from '../text/document'
import type { Paragraph } from '../text/paragraphs'
import { topicTexts } from '../text/terms'
import { gramsOf } from '../text/text'
import { saveVideo } from './save-video'
import { writeSearchDocuments } from './search-documents'
import { type ImportContext, type StagedBody, type StagedChapter, type StagedCurriculum, sayProgress } from './stage'

const noBody: StagedBody = { html: '', plain: '', paragraphs: [] }

interface Existing {
  id: number
  content_hash: Buffer
  position: number
  removed_at: number | null
}

/** Chapters that are written with one statement per table. */
const atOnce = 25
/** Length of the HTML of chapters that are in memory at the same time; a chapter longer than this is written alone. */
const mostHtml = 4_000_000

/** Updates the tree of chapters in batches; does not touch unchanged chapters. */
export async function writeChapters(
  tx: Db,
  context: ImportContext,
  curriculumId: number,
  { ref, title, chapters }: StagedCurriculum,
): Promise<{ ids: Map<string, number>; changed: boolean }> {
  const { stage, now } = context
  const existing = new Map<string, Existing>()
  for (const { slug, ...row } of await tx
    .selectFrom('chapters')
    .select(['slug', 'id', 'content_hash', 'position', 'removed_at'])
    .where('curriculum_id', '=', curriculumId)
    .execute())
    existing.set(slug, row)

  const ids = new Map<string, number>()
  let changed = false
  let batch: NewChapter[] = []
  let html = 0
  const flush = async () => {
    await writeBatch(tx, { curriculumId, ref, book: title, now }, batch, ids)
    ;[batch, html] = [[], 0]
  }
  for (const [position, chapter] of chapters.entries()) {
    const body = chapter.body ? await stage.take(chapter.body) : noBody
    const hash = hashOf(chapter, body)
    const found = existing.get(chapter.slug)
    if (found && found.removed_at === null && found.content_hash.equals(hash)) {
      ids.set(chapter.slug, found.id)
      if (found.position !== position) {
        await tx.updateTable('chapters').set({ position }).where('id', '=', found.id).execute()
        changed = true
      }
      continue
    }
    sayProgress(context, `${ref.kind}/${ref.slug} 写入`, position, chapters.length)
    // A parent in the same batch has no id yet.
    if (batch.some(({ chapter: { slug } }) => slug === chapter.parent || slug === chapter.after)) await flush()
    batch.push({ chapter, body, hash, position })
    html += body.html.length
    changed = true
    if (batch.length >= atOnce || html > mostHtml) await flush()
  }
  await flush()
  const removedChapters = [...existing].filter(([slug, row]) => !ids.has(slug) && row.removed_at === null)
  for (const [slug, { id }] of removedChapters) {
    await tx.updateTable('chapters').set({ removed_at: now }).where('id', '=', id).execute()
    await tx.deleteFrom('search_documents').where('target', '=', chapterUid(ref, slug)).execute()
    changed = true
  }
  return { ids, changed }
}

interface NewChapter {
  chapter: StagedChapter
  body: StagedBody
  hash: Buffer
  position: number
}

interface ChapterTarget {
  curriculumId: number
  ref: CurriculumRef
  book: string
  now: number
}

/** Writes new and changed chapters with their paragraphs and search documents, and adds their ids to `ids`. */
async function writeBatch(
  tx: Db,
  { curriculumId, ref, book, now }: ChapterTarget,
  batch: NewChapter[],
  ids: Map<string, number>,
): Promise<void> {
  if (batch.length === 0) return
  const rows = []
  for (const { chapter, body, hash, position } of batch)
    rows.push({
      uid: chapterUid(ref, chapter.slug),
      curriculum_id: curriculumId,
      slug: chapter.slug,
      title: chapter.title,
      kind: chapter.kind,
      parent_id: chapter.parent ? ids.get(chapter.parent)! : null,
      after_id: chapter.after ? ids.get(chapter.after)! : null,
      position,
      free: chapter.free,
      outline: JSON.stringify(chapter.outline),
      test_slug: chapter.test,
      html: body.html,
      plain: body.plain,
      word_count: chapter.words,
      minutes: chapter.minutes,
      duration_seconds: chapter.durationSeconds,
      video_id: await saveVideo(tx, chapter.video, now),
      subtitles_id: chapter.subtitles ? await saveMedia(tx, chapter.subtitles, now) : null,
      content_hash: hash,
      updated_at: now,
      removed_at: null,
    })
  const { uid: _u, curriculum_id: _c, slug: _s, ...updated } = rows[0]!
  const columns = Object.keys(updated) as (keyof typeof updated)[]
  const written = await tx
    .insertInto('chapters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['curriculum_id', 'slug']).doUpdateSet((eb) => ({
        ...Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        revision: eb('chapters.revision', '+', 1),
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  for (const { id, slug } of written) ids.set(slug, id)
  await writeParagraphs(
    tx,
    batch.map(({ chapter, body }) => ({ chapterId: ids.get(chapter.slug)!, paragraphs: body.paragraphs })),
  )
  await writeSearchDocuments(
    tx,
    batch
      .filter(({ chapter }) => chapter.kind !== 'part')
      .map(({ chapter, body }) => ({
        kind: 'chapter',
        target: chapterUid(ref, chapter.slug),
        curriculumId,
        title: chapter.title,
        body: '',
        names: [chapter.title],
        book,
        topics: body.topics ?? topicTexts(parseHtml(body.html).children),
      })),
  )
}

/** Hashes what a student sees, without the position, because a new chapter moves all following chapters. */
function hashOf({ slug, body: _, video, subtitles, ...rest }: StagedChapter, { html, plain }: StagedBody): Buffer {
  const media = [video?.media.key, video?.poster?.key, subtitles?.key]
  return createHash('sha256')
    .update(JSON.stringify([slug, rest, media, html, plain]))
    .digest()
}

const separator = '\u001f'

interface ChapterParagraphs {
  chapterId: number
  paragraphs: Paragraph[]
}

async function writeParagraphs(tx: Db, chapters: ChapterParagraphs[]): Promise<void> {
  const ids = chapters.flatMap(({ chapterId, paragraphs }) => paragraphs.map(() => chapterId))
  const positions = chapters.flatMap(({ paragraphs }) => [...paragraphs.keys()])
  const all = chapters.flatMap(({ paragraphs }) => paragraphs)
  const pids = all.map(({ pid }) => pid)
  const texts = all.map(({ text }) => text)
  const grams = texts.map((text) => gramsOf(text).join(separator))
  await sql`
    delete from paragraphs p where chapter_id = any (${chapters.map(({ chapterId }) => chapterId)}::bigint[])
      and not exists (select from unnest(${ids}::bigint[], ${pids}::text[]) as kept (chapter_id, pid)
        where kept.chapter_id = p.chapter_id and kept.pid = p.pid)`.execute(tx)
  await sql`
    insert into paragraphs (chapter_id, pid, position, text, grams)
    select chapter_id, pid, position, text, array_to_tsvector(string_to_array(grams, ${separator}))
    from unnest(${ids}::bigint[], ${pids}::text[], ${positions}::int[], ${texts}::text[], ${grams}::text[])
      as p (chapter_id, pid, position, text, grams)
    on conflict (chapter_id, pid) do update
      set position = excluded.position, text = excluded.text, grams = excluded.grams
      where (paragraphs.position, paragraphs.text) is distinct from (excluded.position, excluded.text)`.execute(tx)
}
