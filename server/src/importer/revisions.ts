import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connection'
import type { RevisionOrigin } from '../db/schema/studio'
import { upsert } from './upsert'

/** Origin of a change of content. */
export interface ChangeOrigin {
  kind: Exclude<RevisionOrigin, 'start'>
  /** Null for the shell. */
  by: number | null
  note: string
}

export const fromFiles: ChangeOrigin = { kind: 'files', by: null, note: '' }

/** A file of a curriculum's sources: a text, or the key of a stored file. Both null: the file is removed. */
export interface ChangedFile {
  path: string
  text: string | null
  mediaKey: string | null
}

/** Questions have versions of their own, so revisions do not contain their files. */
export const isVersioned = (path: string) => !/^(questions|imported)\//.test(path)

export const fileHash = (text: string | null, mediaKey: string | null) =>
  createHash('md5')
    .update(`${mediaKey ?? ''}\0${text ?? ''}`)
    .digest('hex')

/** Hashes of the stored source files by path. */
export async function storedHashes(tx: Db, curriculumId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ path: string; hash: string }>`
    select path, md5(convert_to(coalesce(media_key, ''), 'UTF8') || '\\x00'::bytea || convert_to(coalesce(text, ''), 'UTF8')) as hash
    from source_files where curriculum_id = ${curriculumId}`.execute(tx)
  return new Map(rows.map(({ path, hash }) => [path, hash]))
}

/** Length of the texts that are in memory at the same time. */
const mostText = 1_000_000

interface SourceChange {
  changed: string[]
  removed: string[]
  /** The changed files. */
  files: AsyncIterable<ChangedFile>
}

/** Writes changed source files and records a revision, unless these are the first files of the curriculum. */
export async function writeSourceFiles(
  tx: Db,
  curriculumId: number,
  { changed, removed, files }: SourceChange,
  { kind, by, note }: ChangeOrigin,
  now: number,
): Promise<void> {
  const paths = changed.filter(isVersioned)
  const removedPaths = removed.filter(isVersioned)
  const { rows } = await sql<{ known: boolean; last: number | null }>`
    select exists (select from source_files where curriculum_id = ${curriculumId}) as known,
      (select max(number) from content_revisions where curriculum_id = ${curriculumId}) as last`.execute(tx)
  const { known, last } = rows[0]!
  let number = last ?? 0
  // Content that was never changed after its first import needs no second copy of its texts.
  const isRevision = known && paths.length + removedPaths.length > 0
  if (isRevision && number === 0) number = await startRevisions(tx, curriculumId)
  let waiting: Record<string, unknown>[] = []
  let length = 0
  const flush = async () => {
    await upsert(tx, 'source_files', ['curriculum_id', 'path'], waiting)
    ;[waiting, length] = [[], 0]
  }
  for await (const { path, text, mediaKey } of files) {
    waiting.push({
      curriculum_id: curriculumId,
      path,
      text,
      media_key: mediaKey,
      console_at: kind === 'console' ? now : null,
    })
    length += text?.length ?? 0
    if (length > mostText) await flush()
  }
  await flush()
  if (removed.length > 0)
    await sql`delete from source_files where curriculum_id = ${curriculumId} and path = any (${removed}::text[])`.execute(
      tx,
    )
  if (!isRevision) return
  await sql`
    with made as (
      insert into content_revisions (curriculum_id, number, origin, created_by, created_at, note)
      values (${curriculumId}, ${number + 1}, ${kind}, ${by}, ${now}::bigint, ${note}) returning id)
    insert into content_revision_files (revision_id, path, text, media_key)
    select made.id, f.path, f.text, f.media_key from made, source_files f
    where f.curriculum_id = ${curriculumId} and f.path = any (${paths}::text[])
    union all select made.id, path, null, null from made, unnest(${removedPaths}::text[]) path`.execute(tx)
}

/** Stores the present files as revision 1. */
async function startRevisions(tx: Db, curriculumId: number): Promise<number> {
  await sql`
    with made as (
      insert into content_revisions (curriculum_id, number, origin, created_at)
      select id, 1, 'start', greatest(updated_at, created_at) from curricula where id = ${curriculumId} returning id)
    insert into content_revision_files (revision_id, path, text, media_key)
    select made.id, f.path, f.text, f.media_key from made, source_files f
    where f.curriculum_id = ${curriculumId} and f.path !~ '^(questions|imported)/'`.execute(tx)
  return 1
}

/** Files of a curriculum as of a revision, without questions. */
export async function filesAt(db: Db, curriculumId: number, number: number): Promise<ChangedFile[]> {
  const { rows } = await sql<ChangedFile>`
    select path, text, "mediaKey" from (
      select distinct on (f.path) f.path, f.text, f.media_key as "mediaKey"
      from content_revision_files f join content_revisions r on r.id = f.revision_id
      where r.curriculum_id = ${curriculumId} and r.number <= ${number}
      order by f.path, r.number desc) latest
    where text is not null or "mediaKey" is not null`.execute(db)
  return rows
}
