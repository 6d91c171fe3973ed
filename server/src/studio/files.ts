import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { putDraftFile, touchDraft } from '../importer/draft'
import { fileHash } from '../importer/revisions'

export interface SourceText {
  path: string
  text: string | null
  mediaKey: string | null
}

/** A file as in the draft, or else as published. Null if there is none, or if the draft removes it. */
export async function fileOf(db: Db, curriculumId: number, path: string): Promise<SourceText | null> {
  const draft = await draftFile(db, curriculumId, path)
  if (draft) return draft.text === null && draft.mediaKey === null ? null : draft
  return publishedFile(db, curriculumId, path)
}

export function draftFile(db: Db, curriculumId: number, path: string) {
  return db
    .selectFrom('content_draft_files as f')
    .select(['f.path', 'f.text', 'f.media_key as mediaKey', 'f.updated_at as updatedAt', 'f.updated_by as updatedBy'])
    .where('f.curriculum_id', '=', curriculumId)
    .where('f.path', '=', path)
    .executeTakeFirst()
}

export async function publishedFile(db: Db, curriculumId: number, path: string): Promise<SourceText | null> {
  const row = await db
    .selectFrom('source_files as f')
    .select(['f.path', 'f.text', 'f.media_key as mediaKey'])
    .where('f.curriculum_id', '=', curriculumId)
    .where('f.path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

/** Largest subtitle file that is read into the editor; an hour of talk has about 100 KB. */
const maxSubtitles = 1024 * 1024

/** The text of a file; published subtitles are stored as media, because players load them by a link. */
export async function textOfFile(storage: Storage, file: SourceText | null): Promise<string | null> {
  if (file === null || file.mediaKey === null) return file?.text ?? null
  if (!/\.(vtt|srt)$/.test(file.path) || ((await storage.size(file.mediaKey)) ?? maxSubtitles + 1) > maxSubtitles)
    return null
  return (await text(await storage.read(file.mediaKey))).replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD')
}

/** Hash of a file as editors compare it; empty for a file that does not exist. */
export const hashOf = (file: SourceText | null) => (file ? fileHash(file.text, file.mediaKey) : '')

/** All files of the draft, or as published; texts of long books are read one by one by the caller. */
export async function allFiles(db: Db, curriculumId: number): Promise<SourceText[]> {
  const { rows } = await sql<SourceText>`
    select path, text, "mediaKey" from (
      select path, text, media_key as "mediaKey" from content_draft_files where curriculum_id = ${curriculumId}
      union all
      select path, text, media_key from source_files f where curriculum_id = ${curriculumId} and not exists (
        select from content_draft_files d where d.curriculum_id = ${curriculumId} and d.path = f.path)) present
    where text is not null or "mediaKey" is not null order by path`.execute(db)
  return rows
}

/** Paths of the draft, or as published, with the first heading of each text. */
export async function headings(db: Db, curriculumId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ path: string; title: string | null }>`
    with present as (
      select path, text from content_draft_files where curriculum_id = ${curriculumId} and text is not null
      union all
      select path, text from source_files f where curriculum_id = ${curriculumId} and text is not null and not exists (
        select from content_draft_files d where d.curriculum_id = ${curriculumId} and d.path = f.path))
    select path, substring(left(text, 400) from '(?:^|\\n)#[ \\t]+([^\\n]*)') as title
    from present where path like '%.md' and path !~ '^(questions|imported)/'`.execute(db)
  return new Map(rows.map(({ path, title }) => [path, cleanHeading(title ?? '')]))
}

/** Removes an anchor and inline marks from a heading. */
const cleanHeading = (text: string) =>
  text
    .replace(/\s*\{#[\w-]+\}\s*$/, '')
    .replace(/[*_`]/g, '')
    .trim()

/** Stores a file in the draft; drops it from the draft if it equals the published one. Returns whether it differs. */
export async function saveDraftFile(
  tx: Db,
  curriculumId: number,
  file: SourceText,
  by: number | null,
  now: number,
): Promise<boolean> {
  const published = await publishedFile(tx, curriculumId, file.path)
  await touchDraft(tx, curriculumId, by, now)
  if (hashOf(published) === hashOf(file.text === null && file.mediaKey === null ? null : file)) {
    await tx
      .deleteFrom('content_draft_files')
      .where('curriculum_id', '=', curriculumId)
      .where('path', '=', file.path)
      .execute()
    return false
  }
  await putDraftFile(tx, curriculumId, file, by, now)
  return true
}

/** Removes drafts that no longer change anything, together with their planned publication. */
export async function dropEmptyDraft(tx: Db, curriculumId: number): Promise<void> {
  await sql`
    delete from content_drafts d where curriculum_id = ${curriculumId} and publish_state is distinct from 'running'
      and not exists (select from content_draft_files f where f.curriculum_id = d.curriculum_id)`.execute(tx)
}
