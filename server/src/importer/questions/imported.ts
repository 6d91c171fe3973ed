import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import type { CurriculumRef } from '../../base/stable-ids'
import type { Db } from '../../db/connection'
import { storeBytes } from '../../modules/media/store'
import { upsert } from '../upsert'
import { writeMarkdown } from './export/markdown'
import { storedQuestions } from './export-file'
import type { Images } from './reading'
import { fileOrigin } from './write'

/** Questions from files of other formats are stored as our Markdown below `imported/<file name>/`. */
export const importedFolder = (name: string) => `imported/${name}/`
/** Folder of a question's images; separate per question, because images of two questions may have the same name. */
export const importedImages = (name: string, slug: string) => `${importedFolder(name)}${slug}/`

/** Maximum length of a file that the importer reads. */
const maxLength = 1_000_000

/** Yields the questions imported from the file `name` as Markdown files. */
export async function* importedFiles(
  db: Db,
  storage: Storage,
  ref: CurriculumRef,
  name: string,
): AsyncGenerator<{ path: string; text: string; slugs: string[] }> {
  let [text, number] = ['', 0]
  let slugs: string[] = []
  const file = () => ({ path: `${importedFolder(name)}questions-${String(++number).padStart(3, '0')}.md`, text, slugs })
  for await (const { question } of storedQuestions(db, storage, ref, { origin: fileOrigin(name), images: false })) {
    text += `${writeMarkdown(question)}\n`
    slugs.push(question.slug)
    if (text.length < maxLength) continue
    yield file()
    ;[text, slugs] = ['', []]
  }
  if (text !== '') yield file()
}

/** Stores the original images of a question, for a lossless export. */
export async function storeOriginals(
  storage: Storage,
  name: string,
  slug: string,
  images: Images,
): Promise<{ path: string; mediaKey: string }[]> {
  const stored = []
  for (const [image, data] of images) {
    const path = importedImages(name, slug) + encodeURIComponent(image)
    stored.push({ path, mediaKey: (await storeBytes(storage, data, image, 'f')).key })
  }
  return stored
}

/** Updates the stored source files of the questions imported from the file `name`. */
export async function writeImportedSources(
  tx: Db,
  storage: Storage,
  { curriculumId, ref, name }: { curriculumId: number; ref: CurriculumRef; name: string },
  images: { path: string; mediaKey: string }[],
): Promise<void> {
  const folder = importedFolder(name)
  const paths: string[] = []
  const slugs: string[] = []
  for await (const file of importedFiles(tx, storage, ref, name)) {
    const row = { curriculum_id: curriculumId, path: file.path, text: file.text, media_key: null }
    await upsert(tx, 'source_files', ['curriculum_id', 'path'], [row])
    paths.push(file.path)
    slugs.push(...file.slugs)
  }
  for (const { path, mediaKey } of images)
    await upsert(
      tx,
      'source_files',
      ['curriculum_id', 'path'],
      [{ curriculum_id: curriculumId, path, text: null, media_key: mediaKey }],
    )
  await sql`
    delete from source_files where curriculum_id = ${curriculumId} and starts_with(path, ${folder})
      and path <> all (${paths}::text[])
      and split_part(substr(path, ${folder.length + 1}), '/', 1) <> all (${slugs}::text[])`.execute(tx)
}
