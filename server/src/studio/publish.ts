import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import type { Environment } from '../context'
import type { Db } from '../db/connection'
import { type ImportReport, importContent } from '../importer/import'
import { writeStoredFiles } from '../importer/stored-sources'
import { countAnchors } from '../modules/reading/public'
import type { Problem } from '../text/problems'
import { cachedRenderer } from './cached-renderer'
import { allFiles, dropEmptyDraft, hashOf, type SourceText } from './files'

type StudioEnv = Pick<Environment, 'db' | 'storage' | 'clock'>

interface Curriculum {
  id: number
  kind: CurriculumKind
  slug: string
}

/** Writes the sources with the draft into a temporary folder, named like the curriculum as the importer expects. */
async function withFolder<T>(
  storage: Storage,
  { slug }: Curriculum,
  files: SourceText[],
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'dxx-studio-'))
  try {
    const folder = join(root, slug)
    await writeStoredFiles(
      folder,
      files.map(({ path, text, mediaKey }) => ({ path, text, media_key: mediaKey })),
      storage,
    )
    return await run(folder)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

interface DraftReport {
  problems: Problem[]
  difference: { added: string[]; changed: string[]; removed: string[] }
  highlights: { certain: number; unsure: number; lost: number }
}

/** Publishes the draft in a transaction that is rolled back, and reports what would change. */
export async function checkContent(env: StudioEnv, curriculum: Curriculum): Promise<DraftReport> {
  const files = await allFiles(env.db, curriculum.id)
  let highlights = { certain: 0, unsure: 0, lost: 0 }
  const { problems, difference } = await withFolder(env.storage, curriculum, files, (folder) =>
    importContent(env.db, folder, {
      storage: env.storage,
      now: env.clock.now(),
      remove: true,
      dryRun: true,
      renderer: cachedRenderer(),
      origin: { kind: 'console', by: null, note: '' },
      inspect: async (tx) => {
        highlights = await countAnchors(tx, curriculum.id)
      },
    }),
  )
  const { added, changed, removed } = difference
  return { problems, difference: { added, changed, removed }, highlights }
}

export type PublishJob = { curriculum: number }

/** Job: publishes the draft of a curriculum. A draft with errors is kept, with the report. */
export async function publishContent(env: StudioEnv, job: PublishJob): Promise<void> {
  try {
    await publishDraft(env, job)
  } catch (error) {
    // Without this, the draft would be shown as publishing without end and could not be changed.
    const text = '发布时出错，请再发布一次；还是不行请把时间告诉管理员'
    const report = JSON.stringify({ problems: [{ file: '', line: 0, level: 'error', text }] })
    await env.db
      .updateTable('content_drafts')
      .set({ publish_state: 'failed', progress: '', report })
      .where('curriculum_id', '=', job.curriculum)
      .where('publish_state', '=', 'running')
      .execute()
    throw error
  }
}

async function publishDraft(env: StudioEnv, { curriculum: id }: PublishJob): Promise<void> {
  const { db, clock, storage } = env
  const draft = await db
    .updateTable('content_drafts')
    .set({ publish_state: 'running', progress: '准备文件' })
    .where('curriculum_id', '=', id)
    .where('publish_state', 'in', ['planned', 'running'])
    .where('publish_at', '<=', clock.now())
    .returning(['publish_by', 'report'])
    .executeTakeFirst()
  // The publication was cancelled or moved to another time.
  if (!draft) return
  const curriculum = await db
    .selectFrom('curricula')
    .select(['id', 'kind', 'slug', 'source_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const files = await allFiles(db, id)
  const { note = '' } = (draft.report ?? {}) as { note?: string }
  const origin = { kind: 'console' as const, by: draft.publish_by, note }
  const report = await withFolder(storage, curriculum, files, (folder) =>
    importContent(db, folder, {
      storage,
      now: clock.now(),
      remove: true,
      origin,
      renderer: cachedRenderer(),
      progress: (line) => void noteProgress(db, id, line),
    }),
  )
  await finish(env, curriculum, files, report)
  if (report.refused.length === 0 && curriculum.source_hash === null) await showFreeContent(db, id, clock.now())
}

async function noteProgress(db: Db, id: number, progress: string): Promise<void> {
  // Progress is only shown, so a failed update does not stop the publication.
  await db
    .updateTable('content_drafts')
    .set({ progress: progress.trim().slice(0, 200) })
    .where('curriculum_id', '=', id)
    .execute()
    .catch(() => {})
}

async function finish(
  { db }: StudioEnv,
  { id }: Curriculum,
  files: SourceText[],
  { problems, refused }: ImportReport,
): Promise<void> {
  if (refused.length > 0) {
    // Paths in messages start with the temporary folder's name only if the folder has a label; it has none.
    const report = JSON.stringify({ problems: problems.slice(0, 200) })
    await db
      .updateTable('content_drafts')
      .set({ publish_state: 'failed', progress: '', report })
      .where('curriculum_id', '=', id)
      .execute()
    return
  }
  const published = new Map(files.map((file) => [file.path, hashOf(file)]))
  const drafts = await db
    .selectFrom('content_draft_files')
    .select(['path', 'text', 'media_key as mediaKey'])
    .where('curriculum_id', '=', id)
    .execute()
  // Texts that were saved after the files were read stay in the draft.
  const done = drafts
    .filter((file) => {
      const isRemoved = file.text === null && file.mediaKey === null
      return (published.get(file.path) ?? '') === (isRemoved ? '' : hashOf(file))
    })
    .map(({ path }) => path)
  await sql`delete from content_draft_files where curriculum_id = ${id} and path = any (${done}::text[])`.execute(db)
  await db
    .updateTable('content_drafts')
    .set({ publish_state: null, publish_at: null, publish_by: null, progress: '', report: null })
    .where('curriculum_id', '=', id)
    .execute()
  await dropEmptyDraft(db, id)
}

/**
 * Puts new free content on the shelf when it is first published. Content with a price needs staff who may set it on the
 * shelf page.
 */
async function showFreeContent(db: Db, id: number, now: number): Promise<void> {
  await sql`
    update curricula c set published = true, published_at = ${now}::bigint
    where id = ${id} and not published and price_cents = 0
      and not exists (select from source_files f where f.curriculum_id = c.id and f.path ~ '^[a-z]+[.]yaml$'
        and f.text ~ '(^|\\n)hidden: *true')
      and not exists (select from console_fields f where f.target = 'curricula ' || c.kind || '/' || c.slug
        and f.field = 'published')`.execute(db)
}
