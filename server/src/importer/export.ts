import { mkdir, readdir } from 'node:fs/promises'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { assignIds, type Paragraph } from '../text/paragraphs'
import { paragraphIdsFile } from './chapters'
import { curriculumFolders } from './curriculum'
import { exportExams } from './export-exams'
import { ExportFolder, type ExportReport } from './export-folder'
import { manifestNow } from './export-manifest'
import { exportSite } from './export-site'
import { importedFiles } from './questions/imported'

/** Writes all content of the database to an empty folder, in the format of the importer. */
export async function exportContent(db: Db, storage: Storage, path: string): Promise<ExportReport> {
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).length > 0) throw new Error(`${path} 不是空文件夹，请换一个`)
  const folder = new ExportFolder(path, storage)
  // Repeatable read gives one consistent snapshot of the database despite concurrent imports.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await exportSite(tx, folder)
      await exportCurricula(tx, storage, folder)
      await exportExams(tx, folder)
    })
  return folder.report
}

async function exportCurricula(db: Db, storage: Storage, folder: ExportFolder): Promise<void> {
  const curricula = await db.selectFrom('curricula').selectAll().orderBy('kind').orderBy('slug').execute()
  for (const curriculum of curricula) {
    const { id, kind, slug } = curriculum
    const target = (name: string) => `${curriculumFolders[kind].folder}/${slug}/${name}`
    const files = await db
      .selectFrom('source_files')
      .select(['id', 'path'])
      .where('curriculum_id', '=', id)
      .orderBy('id')
      .execute()
    const paths = new Set(files.map((file) => file.path))
    if (!paths.has(curriculumFolders[kind].manifest)) {
      folder.report.notes.push(`${kind}/${slug} 还没有发布过，没有写出`)
      continue
    }
    for (const file of files) {
      const { text, media_key: key } = await db
        .selectFrom('source_files')
        .select(['text', 'media_key'])
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow()
      if (key) await folder.media(target(file.path), key)
      else if (file.path === curriculumFolders[kind].manifest)
        await folder.text(target(file.path), await manifestNow(db, curriculum, text ?? ''))
      else await folder.text(target(file.path), text ?? '')
    }
    const noted = await notedParagraphs(db, id)
    if (noted) await folder.text(target(paragraphIdsFile), noted)
    // An earlier version stored no source files of imported questions, so they are generated.
    for (const name of await importedNames(db, id))
      if (![...paths].some((known) => known.startsWith(`imported/${name}/`)))
        for await (const { path, text } of importedFiles(db, storage, { kind, slug }, name)) {
          await folder.text(target(path), text)
          if (/!\[/.test(text)) folder.report.notes.push(`${target(path)} 里的图片没有原图，没有写出`)
        }
  }
}

/** Returns the paragraph ids as JSON of chapters in which they cannot be derived from the texts. */
async function notedParagraphs(db: Db, curriculumId: number): Promise<string | null> {
  const rows = await db
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
    .select(['c.slug', 'p.pid', 'p.text'])
    .where('c.curriculum_id', '=', curriculumId)
    .where('c.removed_at', 'is', null)
    .orderBy('c.position')
    .orderBy('p.position')
    .execute()
  const chapters: Record<string, Paragraph[]> = {}
  for (const { slug, pid, text } of rows) {
    chapters[slug] ??= []
    chapters[slug].push({ pid, text })
  }
  const noted = Object.fromEntries(Object.entries(chapters).filter(([slug, list]) => !areDerivable(list, slug)))
  return Object.keys(noted).length === 0 ? null : `${JSON.stringify(noted, null, 1)}\n`
}

/** Whether a chapter with these texts that is imported for the first time gets the same ids. */
function areDerivable(paragraphs: Paragraph[], slug: string): boolean {
  const blocks = paragraphs.map(({ pid, text }) => (/^p[0-9a-f]{10}$/.test(pid) ? { text } : { anchor: pid, text }))
  const ids = assignIds(blocks, [], slug)
  return paragraphs.every(({ pid }, at) => pid === ids[at])
}

async function importedNames(db: Db, curriculumId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('origin')
    .distinct()
    .where('curriculum_id', '=', curriculumId)
    .where('origin', 'like', 'file %')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ origin }) => origin.slice('file '.length))
}
