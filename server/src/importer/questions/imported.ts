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

interface MarkdownFile {
  path: string
  text: string
  slugs: string[]
}

/** Joins the Markdown of questions to files of bounded length. */
class MarkdownFiles {
  private file: MarkdownFile
  private number = 0

  constructor(private readonly name: string) {
    this.file = this.next()
  }

  /** Returns a file once it is full. */
  add(slug: string, markdown: string): MarkdownFile | null {
    this.file.text += `${markdown}\n`
    this.file.slugs.push(slug)
    return this.file.text.length < maxLength ? null : this.end()
  }

  end(): MarkdownFile | null {
    const { file } = this
    if (file.text === '') return null
    this.file = this.next()
    return file
  }

  private next(): MarkdownFile {
    const path = `${importedFolder(this.name)}questions-${String(++this.number).padStart(3, '0')}.md`
    return { path, text: '', slugs: [] }
  }
}

/** Yields the questions imported from the file `name` as Markdown files. */
export async function* importedFiles(
  db: Db,
  storage: Storage,
  ref: CurriculumRef,
  name: string,
): AsyncGenerator<MarkdownFile> {
  const files = new MarkdownFiles(name)
  for await (const { question } of storedQuestions(db, storage, ref, { origin: fileOrigin(name), images: false })) {
    const full = files.add(question.slug, writeMarkdown(question))
    if (full) yield full
  }
  const last = files.end()
  if (last) yield last
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

interface ImportedTarget {
  curriculumId: number
  ref: CurriculumRef
  name: string
}

/** Updates the stored source files of the questions imported from the file `name`, question by question. */
export class ImportedSources {
  private readonly files: MarkdownFiles
  private readonly paths: string[] = []
  private readonly slugs: string[] = []

  constructor(
    private readonly tx: Db,
    private readonly target: ImportedTarget,
  ) {
    this.files = new MarkdownFiles(target.name)
  }

  async add(slug: string, markdown: string): Promise<void> {
    await this.write(this.files.add(slug, markdown))
  }

  /** Writes the rest and the images; removes files of questions that the file does not have any more. */
  async end(images: { path: string; mediaKey: string }[]): Promise<void> {
    await this.write(this.files.end())
    const { tx, paths, slugs } = this
    const { curriculumId, name } = this.target
    const folder = importedFolder(name)
    const rows = images.map(({ path, mediaKey }) => ({
      curriculum_id: curriculumId,
      path,
      text: null,
      media_key: mediaKey,
    }))
    await upsert(
      tx,
      'source_files',
      ['curriculum_id', 'path'],
      uniqueBy(rows, ({ path }) => path),
    )
    await sql`
      delete from source_files where curriculum_id = ${curriculumId} and starts_with(path, ${folder})
        and path <> all (${paths}::text[])
        and split_part(substr(path, ${folder.length + 1}), '/', 1) <> all (${slugs}::text[])`.execute(tx)
  }

  private async write(file: MarkdownFile | null): Promise<void> {
    if (!file) return
    const row = { curriculum_id: this.target.curriculumId, path: file.path, text: file.text, media_key: null }
    await upsert(this.tx, 'source_files', ['curriculum_id', 'path'], [row])
    this.paths.push(file.path)
    this.slugs.push(...file.slugs)
  }
}

/** Keeps the last row of each key: one statement cannot write a row twice. */
const uniqueBy = <T>(rows: T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Updates the stored source files after a question of the file `name` was changed in the console. */
export async function writeImportedSources(
  tx: Db,
  storage: Storage,
  target: ImportedTarget,
  images: { path: string; mediaKey: string }[],
): Promise<void> {
  const sources = new ImportedSources(tx, target)
  const origin = fileOrigin(target.name)
  for await (const { question } of storedQuestions(tx, storage, target.ref, { origin, images: false }))
    await sources.add(question.slug, writeMarkdown(question))
  await sources.end(images)
}
