import type { CurriculumKind } from '@dxx/contract/shapes'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import type { ImportContext, StagedCurriculum } from './stage'
import { upsert } from './upsert'
import { changedSources, readSources } from './write'

/** Opens the draft of a curriculum if there is none, and records the change. */
export async function touchDraft(tx: Db, curriculumId: number, by: number | null, now: number): Promise<void> {
  await tx
    .insertInto('content_drafts')
    .values({ curriculum_id: curriculumId, created_at: now, updated_at: now, updated_by: by })
    .onConflict((conflict) => conflict.column('curriculum_id').doUpdateSet({ updated_at: now, updated_by: by }))
    .execute()
}

interface DraftFile {
  path: string
  text: string | null
  mediaKey: string | null
}

/** Stores a changed or removed file in the draft of a curriculum. */
export async function putDraftFile(
  tx: Db,
  curriculumId: number,
  { path, text, mediaKey }: DraftFile,
  by: number | null,
  now: number,
): Promise<void> {
  const row = { curriculum_id: curriculumId, path, text, media_key: mediaKey, updated_at: now, updated_by: by }
  await upsert(tx, 'content_draft_files', ['curriculum_id', 'path'], [row])
}

/** Adds a curriculum that students do not see until it is published. */
export async function createUnpublished(
  tx: Db,
  { kind, slug, title }: { kind: CurriculumKind; slug: string; title: string },
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('curricula')
    .values({ uid: stableId(kind, slug), kind, slug, title, published: false, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the sources of a checked curriculum that differ from the published ones as its draft. */
export function storeAsDraft({ db, now, origin }: ImportContext, staged: StagedCurriculum): Promise<boolean> {
  const kind = staged.ref.kind as CurriculumKind
  const { slug } = staged.ref
  return inTransaction(db!, async (tx) => {
    const found = await tx
      .selectFrom('curricula')
      .select('id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst()
    const id = found?.id ?? (await createUnpublished(tx, { kind, slug, title: staged.title }, now))
    const { changed, removed } = await changedSources(tx, id, staged)
    // A whole folder that is imported in the console replaces the draft, including changes that the folder does not
    // repeat.
    if (origin.kind === 'console') await tx.deleteFrom('content_draft_files').where('curriculum_id', '=', id).execute()
    if (changed.length + removed.length === 0) return false
    await touchDraft(tx, id, origin.by, now)
    for await (const file of readSources(staged, changed)) await putDraftFile(tx, id, file, origin.by, now)
    for (const path of removed) await putDraftFile(tx, id, { path, text: null, mediaKey: null }, origin.by, now)
    return true
  })
}
