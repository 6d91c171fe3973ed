import { createHash } from 'node:crypto'
import type { CurriculumKind } from '@dxx/contract/shapes'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { saveMedia } from '../modules/media/store'
import { printedCode, resourceUid, stableId } from './ids'
import { keepNotes } from './notes'
import { ownFolder, writeQuestions } from './questions/write'
import { type SearchDocument, writeSearchDocuments } from './search-documents'
import type { ImportContext, StagedCurriculum, StagedVideo } from './stage'
import { upsert } from './upsert'
import { writeChapters } from './write-chapters'

/** Writes one curriculum, all of it or nothing. Answers whether anything is different now. */
export function writeCurriculum(context: ImportContext, staged: StagedCurriculum): Promise<boolean> {
  return inTransaction(context.db!, async (tx) => {
    const { now } = context
    const id = await curriculumId(tx, staged, now)
    const chapters = await writeChapters(tx, context, id, staged)
    const resourcesChanged = await writeResources(tx, id, staged, chapters.ids, now)
    const target = { curriculumId: id, ref: staged.ref, origin: ownFolder, now }
    const questions = await writeQuestions(tx, target, staged.questions.read())
    const relatedChanged = await writeRelated(tx, id, staged.related)
    await writeSources(tx, id, staged)
    await keepNotes(tx, `${staged.ref.kind}/${staged.ref.slug}`, staged.notes)
    const fieldsChanged = await writeFields(tx, id, staged, now)
    const changed = chapters.changed || resourcesChanged || questions.changed || fieldsChanged
    if (changed) await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', id).execute()
    await tx.updateTable('curricula').set({ source_hash: staged.sourceHash }).where('id', '=', id).execute()
    return changed || relatedChanged
  })
}

async function curriculumId(tx: Db, { ref, title, learners }: StagedCurriculum, now: number): Promise<number> {
  const kind = ref.kind as CurriculumKind
  const found = await tx
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', kind)
    .where('slug', '=', ref.slug)
    .forUpdate()
    .executeTakeFirst()
  if (found) return found.id
  const uid = stableId(kind, ref.slug)
  const made = await tx
    .insertInto('curricula')
    .values({ uid, kind, slug: ref.slug, title, learners, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Answers whether anything changed that a learner could see. */
async function writeFields(tx: Db, id: number, staged: StagedCurriculum, now: number): Promise<boolean> {
  // The chapters of a bank are titles that its questions stand under.
  const read = staged.chapters.filter(({ kind }) => staged.ref.kind === 'bank' || kind === 'text' || kind === 'video')
  const sum = (of: 'words' | 'minutes' | 'durationSeconds') => read.reduce((total, chapter) => total + chapter[of], 0)
  const subject = await tx
    .selectFrom('subjects')
    .select(['id', 'name'])
    .where('slug', '=', staged.subject)
    .executeTakeFirstOrThrow()
  const teacher = staged.teacher
    ? await tx
        .selectFrom('teachers')
        .select(['id', 'name'])
        .where('slug', '=', staged.teacher)
        .executeTakeFirstOrThrow()
    : null
  const row = {
    title: staged.title,
    subtitle: staged.subtitle,
    price_cents: staged.priceCents,
    discount_percent: staged.discountPercent,
    subject_id: subject.id,
    teacher_id: teacher?.id ?? null,
    author: staged.author,
    summary: staged.summary,
    intro_html: staged.introHtml,
    cover_id: staged.cover ? await saveMedia(tx, staged.cover, now) : null,
    tags: staged.tags,
    word_count: sum('words'),
    minutes: sum('minutes'),
    duration_seconds: sum('durationSeconds'),
    chapter_count: read.length,
    published_at: staged.publishedAt,
    ...(staged.hidden && { published: false }),
  }
  const document: SearchDocument = {
    kind: staged.ref.kind as CurriculumKind,
    target: stableId(staged.ref.kind, staged.ref.slug),
    curriculumId: id,
    title: staged.title,
    body: [staged.subtitle, staged.author, teacher?.name, subject.name, ...staged.tags, staged.summary]
      .filter(Boolean)
      .join('\n'),
    names: [staged.title, staged.author, teacher?.name ?? '', ...staged.tags],
  }
  await writeSearchDocuments(tx, [document])
  const hash = createHash('sha256').update(JSON.stringify(row)).digest()
  const { numUpdatedRows } = await tx
    .updateTable('curricula')
    .set({ ...row, content_hash: hash })
    .where('id', '=', id)
    .where((eb) => eb('content_hash', 'is distinct from', hash))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A video with its poster, or any other stored file; answers its row. */
export async function saveVideo(tx: Db, video: StagedVideo | null, now: number): Promise<number | null> {
  if (!video) return null
  const poster = video.poster ? await saveMedia(tx, video.poster, now) : null
  return saveMedia(tx, video.media, now, poster)
}

async function writeResources(
  tx: Db,
  id: number,
  { ref, resources }: StagedCurriculum,
  chapterIds: ReadonlyMap<string, number>,
  now: number,
): Promise<boolean> {
  const before = await fingerprint(tx, id)
  const rows = []
  for (const [position, { slug, title, kind, chapter, media, url, body, name }] of resources.entries()) {
    const uid = resourceUid(ref, kind === 'dataset' ? `dataset/${slug}` : slug)
    rows.push({
      uid,
      curriculum_id: id,
      chapter_id: chapter ? chapterIds.get(chapter)! : null,
      slug,
      title,
      kind,
      media_id: await saveVideo(tx, media, now),
      url,
      body,
      name,
      code: printedCode(uid),
      position,
      removed_at: null,
    })
  }
  await upsert(tx, 'resources', ['uid'], rows)
  // Printed codes may still point at them.
  let gone = tx
    .updateTable('resources')
    .set({ removed_at: now })
    .where('curriculum_id', '=', id)
    .where('removed_at', 'is', null)
  if (rows.length > 0)
    gone = gone.where(
      'uid',
      'not in',
      rows.map(({ uid }) => uid),
    )
  await gone.execute()
  return before !== (await fingerprint(tx, id))
}

async function fingerprint(tx: Db, id: number): Promise<string> {
  const rows = await tx.selectFrom('resources').selectAll().where('curriculum_id', '=', id).orderBy('id').execute()
  return JSON.stringify(rows)
}

async function writeRelated(tx: Db, id: number, related: string[]): Promise<boolean> {
  const rows = related.map((name, position) => {
    const [kind = '', slug = ''] = name.split('/')
    return { curriculum_id: id, position, kind, slug }
  })
  const changed = await upsert(tx, 'related_curricula', ['curriculum_id', 'position'], rows)
  const { numDeletedRows } = await tx
    .deleteFrom('related_curricula')
    .where('curriculum_id', '=', id)
    .where('position', '>=', rows.length)
    .executeTakeFirst()
  return changed || numDeletedRows > 0n
}

async function writeSources(tx: Db, id: number, { sources, folder }: StagedCurriculum): Promise<void> {
  // One by one: together they may be as long as the book.
  for (const { path, mediaKey } of sources) {
    const text = mediaKey === null ? await folder.text(path) : null
    if (text === null && mediaKey === null) continue
    await upsert(
      tx,
      'source_files',
      ['curriculum_id', 'path'],
      [{ curriculum_id: id, path, text, media_key: mediaKey }],
    )
  }
  const paths = sources.map(({ path }) => path)
  await tx.deleteFrom('source_files').where('curriculum_id', '=', id).where('path', 'not in', paths).execute()
}
