import { createHash } from 'node:crypto'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { parse } from 'yaml'
import { printedCode, resourceUid, stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { saveMedia } from '../modules/media/store'
import { consoleFields, keptText } from './console-fields'
import { curriculumFolders } from './curriculum'
import { saveWarnings } from './import-warnings'
import { fileOrigin, ownFolder, writeQuestions } from './questions/write'
import { type ChangedFile, fileHash, storedHashes, writeSourceFiles } from './revisions'
import { saveVideo } from './save-video'
import { type SearchDocument, writeSearchDocuments } from './search-documents'
import type { ImportContext, StagedCurriculum } from './stage'
import type { SourceFile } from './staged-files'
import { upsert } from './upsert'
import { writeChapters } from './write-chapters'

/** Writes one curriculum in one transaction. Returns whether anything changed. */
export function writeCurriculum(context: ImportContext, staged: StagedCurriculum): Promise<boolean> {
  return inTransaction(context.db!, async (tx) => {
    const { now } = context
    const id = await curriculumId(tx, staged, now)
    const wasHidden = await isHidden(tx, id, staged)
    const chapters = await writeChapters(tx, context, id, staged)
    const resourcesChanged = await writeResources(tx, id, staged, chapters.ids, now)
    const target = { curriculumId: id, ref: staged.ref, origin: ownFolder, now, remove: true }
    let questionsChanged = (await writeQuestions(tx, target, staged.questions.read())).changed
    for (const [name, questions] of staged.imported) {
      const other = { ...target, origin: fileOrigin(name), remove: context.remove }
      if ((await writeQuestions(tx, other, questions.read())).changed) questionsChanged = true
    }
    const relatedChanged = await writeRelated(tx, id, staged.related)
    await writeSources(tx, context, id, staged)
    await saveWarnings(tx, `${staged.ref.kind}/${staged.ref.slug}`, staged.notes)
    const fieldsChanged = await writeFields(tx, context, id, staged, wasHidden)
    const changed = chapters.changed || resourcesChanged || questionsChanged || fieldsChanged
    if (changed) await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', id).execute()
    await tx.updateTable('curricula').set({ source_hash: staged.sourceHash }).where('id', '=', id).execute()
    return changed || relatedChanged
  })
}

/** Whether the manifest of the previous import hid the curriculum. */
async function isHidden(tx: Db, id: number, { ref }: StagedCurriculum): Promise<boolean> {
  const file = await tx
    .selectFrom('source_files')
    .select('text')
    .where('curriculum_id', '=', id)
    .where('path', '=', curriculumFolders[ref.kind as CurriculumKind].manifest)
    .executeTakeFirst()
  const manifest = file?.text ? parse(file.text, { maxAliasCount: 100 }) : null
  return manifest?.hidden === true
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
  const inserted = await tx
    .insertInto('curricula')
    .values({ uid, kind, slug: ref.slug, title, learners, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Updates the row of a curriculum. Returns whether anything visible to students changed. */
async function writeFields(
  tx: Db,
  context: ImportContext,
  id: number,
  staged: StagedCurriculum,
  wasHidden: boolean,
): Promise<boolean> {
  // All chapters of a bank count, although they are only titles that group questions.
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
  const row = await withConsoleFields(tx, context, id, staged, {
    title: staged.title,
    subtitle: staged.subtitle,
    price_cents: staged.priceCents,
    discount_percent: staged.discountPercent,
    subject_id: subject.id,
    teacher_id: teacher?.id ?? null,
    author: staged.author,
    summary: staged.summary,
    intro_html: staged.introHtml,
    cover_id: staged.cover ? await saveMedia(tx, staged.cover, context.now) : null,
    tags: staged.tags,
    word_count: sum('words'),
    minutes: sum('minutes'),
    duration_seconds: sum('durationSeconds'),
    chapter_count: read.length,
    published_at: staged.publishedAt,
    ...(staged.hidden && { published: false }),
  })
  // If `hidden` was removed from the manifest, publish again; content unpublished by staff stays unpublished.
  const shownAgain =
    wasHidden && !staged.hidden && context.origin.kind === 'files' && !(await isShelfOwned(tx, context, staged))
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
    .set({ ...row, ...(shownAgain && { published: true }), content_hash: hash })
    .where('id', '=', id)
    .where((eb) => eb('content_hash', 'is distinct from', hash))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Names of the fields in reports. */
const fieldNames: Record<string, string> = {
  title: '标题',
  subtitle: '副标题',
  price_cents: '价格',
  discount_percent: '折扣',
  subject_id: '学科',
  teacher_id: '教师',
  author: '作者',
  summary: '简介',
  intro_html: '介绍',
  cover_id: '封面',
  tags: '标签',
  published_at: '上架日',
  published: '上架',
}

/** Staff set prices and the shelf on separate pages, so publishing a draft from the studio does not change them. */
const shelfFields = ['price_cents', 'discount_percent', 'published_at', 'published']

const targetOf = ({ ref }: StagedCurriculum) => `curricula ${ref.kind}/${ref.slug}`

const isShelfOwned = async (tx: Db, { takeFiles }: ImportContext, staged: StagedCurriculum) =>
  !takeFiles && (await consoleFields(tx, targetOf(staged))).has('published')

/** Replaces values that the import must not change by the stored ones, and reports the differences. */
async function withConsoleFields<T extends Record<string, unknown>>(
  tx: Db,
  { origin, takeFiles, keptInConsole }: ImportContext,
  id: number,
  staged: StagedCurriculum,
  row: T,
): Promise<T> {
  const { ref } = staged
  const owned = takeFiles ? new Map<string, number>() : await consoleFields(tx, targetOf(staged))
  if (origin.kind === 'files' && owned.size === 0) return row
  const stored = await tx.selectFrom('curricula').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // Content that was never published has no price on the shelf yet.
  const shelf = stored.source_hash === null ? ['published'] : shelfFields
  const keptFields = origin.kind === 'console' ? shelf : [...owned.keys()]
  const result: Record<string, unknown> = { ...row }
  for (const field of keptFields) {
    if (!(field in row)) continue
    // PostgreSQL returns decimals as text.
    const value = field === 'discount_percent' ? Number(stored[field]) : stored[field as keyof typeof stored]
    if (origin.kind === 'files' && JSON.stringify(value) !== JSON.stringify(row[field]))
      keptInConsole.push(keptText(`内容 ${ref.kind}/${ref.slug} ${fieldNames[field] ?? field}`, owned.get(field)!))
    result[field] = value
  }
  return result as T
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
  // Missing resources are only marked as removed, because printed codes may refer to them.
  let deletion = tx
    .updateTable('resources')
    .set({ removed_at: now })
    .where('curriculum_id', '=', id)
    .where('removed_at', 'is', null)
  if (rows.length > 0)
    deletion = deletion.where(
      'uid',
      'not in',
      rows.map(({ uid }) => uid),
    )
  await deletion.execute()
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

/** Compares the staged sources with the stored ones: paths that differ, and paths that are missing now. */
export async function changedSources(tx: Db, id: number, { sources, folder, imported }: StagedCurriculum) {
  const stored = await storedHashes(tx, id)
  const present = new Set<string>()
  const changed: SourceFile[] = []
  // Reads files one by one, because together they may be as large as the book.
  for (const file of sources) {
    const text = file.mediaKey === null ? await folder.text(file.path) : null
    if (text === null && file.mediaKey === null) continue
    present.add(file.path)
    if (stored.get(file.path) !== fileHash(text, file.mediaKey)) changed.push(file)
  }
  // Keeps questions imported from files of other formats, unless the folder contains the questions of that file.
  const isKept = (path: string) => {
    const [, name] = /^imported\/([^/]+)\//.exec(path) ?? []
    return name !== undefined && !imported.has(name)
  }
  const removed = [...stored.keys()].filter((path) => !present.has(path) && !isKept(path))
  return { changed, removed }
}

async function writeSources(tx: Db, context: ImportContext, id: number, staged: StagedCurriculum): Promise<void> {
  const { changed, removed } = await changedSources(tx, id, staged)
  const change = { changed: changed.map(({ path }) => path), removed, files: readSources(staged, changed) }
  await writeSourceFiles(tx, id, change, context.origin, context.now)
}

export async function* readSources({ folder }: StagedCurriculum, files: SourceFile[]): AsyncGenerator<ChangedFile> {
  for (const { path, mediaKey } of files)
    yield { path, mediaKey, text: mediaKey === null ? await folder.text(path) : null }
}
