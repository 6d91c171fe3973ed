import type { Revision } from '@dxx/contract/calls/staff/studio-publishing'
import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { type ChangedFile, filesAt, isVersioned } from '../importer/revisions'
import { allFiles } from './files'

/** Files listed per revision, and compared at once. */
const mostFiles = 200

export async function listRevisions(db: Db, curriculumId: number, before: number | null, limit: number) {
  const { rows } = await sql<Revision>`
    select r.number, r.origin, coalesce(u.nickname, '') as by, r.created_at as at, r.note,
      coalesce((select json_agg(json_build_object('path', path, 'removed', text is null and media_key is null) order by path)
        from (select * from content_revision_files f where f.revision_id = r.id and r.origin <> 'start'
          order by path limit ${mostFiles}) listed), '[]') as files
    from content_revisions r left join users u on u.id = r.created_by
    where r.curriculum_id = ${curriculumId} and (${before}::int is null or r.number < ${before}::int)
    order by r.number desc limit ${limit}`.execute(db)
  return rows
}

export async function lastRevision(db: Db, curriculumId: number): Promise<number> {
  const row = await db
    .selectFrom('content_revisions')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('curriculum_id', '=', curriculumId)
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** Published files, without questions. */
async function publishedFiles(db: Db, curriculumId: number): Promise<ChangedFile[]> {
  const rows = await db
    .selectFrom('source_files')
    .select(['path', 'text', 'media_key as mediaKey'])
    .where('curriculum_id', '=', curriculumId)
    .execute()
  return rows.filter(({ path }) => isVersioned(path))
}

/** Files of a revision; of the published state or the draft if `number` is null. */
export async function filesOfState(db: Db, curriculumId: number, state: number | 'published' | 'draft') {
  if (state === 'published') return publishedFiles(db, curriculumId)
  if (state === 'draft') return (await allFiles(db, curriculumId)).filter(({ path }) => isVersioned(path))
  return filesAt(db, curriculumId, state)
}

/** Files that differ between two states. */
export function compareFiles(before: ChangedFile[], after: ChangedFile[]) {
  const [old, now] = [before, after].map((list) => new Map(list.map((file) => [file.path, file])))
  const paths = [...new Set([...old!.keys(), ...now!.keys()])].sort()
  const changed = paths.flatMap((path) => {
    const [a, b] = [old!.get(path) ?? null, now!.get(path) ?? null]
    if (a?.text === b?.text && a?.mediaKey === b?.mediaKey) return []
    const isText = (a ?? b)!.mediaKey === null && (b ?? a)!.mediaKey === null
    return [{ path, before: a && (a.text ?? ''), after: b && (b.text ?? ''), isText }]
  })
  return { files: changed.slice(0, mostFiles), more: Math.max(0, changed.length - mostFiles) }
}
