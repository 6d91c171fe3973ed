import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { chapterUid } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { saveMedia } from '../modules/media/store'
import type { Paragraph } from '../text/paragraphs'
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

/** Updates the tree of chapters one by one; does not touch unchanged chapters. */
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
    const row = {
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
    }
    const uid = chapterUid(ref, chapter.slug)
    const { id } = await tx
      .insertInto('chapters')
      .values({ uid, curriculum_id: curriculumId, slug: chapter.slug, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['curriculum_id', 'slug'])
          .doUpdateSet((eb) => ({ ...row, revision: eb('chapters.revision', '+', 1) })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(chapter.slug, id)
    changed = true
    await writeParagraphs(tx, id, body.paragraphs)
    if (chapter.kind !== 'part')
      await writeSearchDocuments(tx, [
        {
          kind: 'chapter',
          target: uid,
          curriculumId,
          title: chapter.title,
          body: '',
          names: [chapter.title],
          book: title,
          html: body.compact ?? body.html,
        },
      ])
  }
  const gone = [...existing].filter(([slug, row]) => !ids.has(slug) && row.removed_at === null)
  for (const [slug, { id }] of gone) {
    await tx.updateTable('chapters').set({ removed_at: now }).where('id', '=', id).execute()
    await tx.deleteFrom('search_documents').where('target', '=', chapterUid(ref, slug)).execute()
    changed = true
  }
  return { ids, changed }
}

/** Hashes what a student sees, without the position, because a new chapter moves all following chapters. */
function hashOf({ slug, body: _, video, subtitles, ...rest }: StagedChapter, { html, plain }: StagedBody): Buffer {
  const media = [video?.media.key, video?.poster?.key, subtitles?.key]
  return createHash('sha256')
    .update(JSON.stringify([slug, rest, media, html, plain]))
    .digest()
}

const separator = '\u001f'

async function writeParagraphs(tx: Db, chapterId: number, paragraphs: Paragraph[]): Promise<void> {
  const pids = paragraphs.map(({ pid }) => pid)
  const texts = paragraphs.map(({ text }) => text)
  const grams = texts.map((text) => gramsOf(text).join(separator))
  await sql`delete from paragraphs where chapter_id = ${chapterId} and pid <> all (${pids}::text[])`.execute(tx)
  await sql`
    insert into paragraphs (chapter_id, pid, position, text, grams)
    select ${chapterId}, pid, position - 1, text, array_to_tsvector(string_to_array(grams, ${separator}))
    from unnest(${pids}::text[], ${texts}::text[], ${grams}::text[]) with ordinality as p (pid, text, grams, position)
    on conflict (chapter_id, pid) do update
      set position = excluded.position, text = excluded.text, grams = excluded.grams
      where (paragraphs.position, paragraphs.text) is distinct from (excluded.position, excluded.text)`.execute(tx)
}
