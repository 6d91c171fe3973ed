import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import { pipelineVersion } from '../curriculum'
import { upsert } from '../upsert'
import type { FileImport, FileReport } from './file-report'
import { importedFolder } from './imported'
import { listProtectedQuestions } from './protected-questions'
import type { ReadableFormat } from './read-file'

/** Larger reports are not stored; such a file is imported again each time. */
const maxReport = 2_000_000

/** An earlier import of a question file: the hash of everything that its result depends on, and its report. */
interface StoredImport {
  hash: string
  report: FileReport
}

type File = Pick<FileImport, 'db' | 'storage' | 'path' | 'chapter' | 'to' | 'remove' | 'takeFiles' | 'now'> & {
  format: ReadableFormat
  curriculumId: number
  name: string
  origin: string
  titles: ReadonlyMap<string, string>
}

const keyOf = ({ to, name }: Pick<File, 'to' | 'name'>) => `question-file ${to.kind}/${to.slug} ${name}`

/** Returns the report of the last import if importing the file again would change nothing; null otherwise. */
export async function unchangedReport(file: File): Promise<FileReport | null> {
  const row = await file.db.selectFrom('settings').select('value').where('key', '=', keyOf(file)).executeTakeFirst()
  const stored = row?.value as StoredImport | undefined
  if (!stored || stored.hash !== (await hashOf(file, file.db)) || (await lacksImages(file))) return null
  return { ...stored.report, unchanged: true }
}

/** Stores the report of an import, with the state of the database after it. */
export async function rememberReport(tx: Db, file: File, report: FileReport): Promise<void> {
  const value = JSON.stringify({ hash: await hashOf(file, tx), report } satisfies StoredImport)
  // Images of a single QTI item are files beside it, which the hash does not include.
  const isCovered = file.format !== 'qti' || !/\.xml$/i.test(file.name)
  if (isCovered && value.length <= maxReport) await upsert(tx, 'settings', ['key'], [{ key: keyOf(file), value }])
  else await tx.deleteFrom('settings').where('key', '=', keyOf(file)).execute()
}

/** Hashes the file, the options, and rows of the database that decide which questions are accepted and written. */
async function hashOf(file: File, db: Db): Promise<string> {
  const { path, format, chapter = '', remove = false, titles, curriculumId, origin } = file
  const { rows } = await sql<{ own: string | null; others: string | null }>`
    select
      md5(string_agg(concat_ws(' ', slug, version_id, position, chapter_id, test_slug, difficulty, tags::text), ','
        order by id) filter (where origin = ${origin})) as own,
      md5(string_agg(slug, ',' order by slug) filter (where origin <> ${origin})) as others
    from questions where curriculum_id = ${curriculumId} and removed_at is null`.execute(db)
  const hash = createHash('sha256')
  hash.update(JSON.stringify([pipelineVersion, format, chapter, remove, [...titles].sort(), rows[0]]))
  const { to, now, takeFiles } = file
  const heldQuestionsNow = await listProtectedQuestions(db, { ...to, curriculumId, origin }, { now, takeFiles })
  hash.update(JSON.stringify([...heldQuestionsNow].map(([slug, { note }]) => `${slug} ${note}`).sort()))
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Whether an original image of the questions is missing in the storage. */
async function lacksImages({ db, storage, curriculumId, name }: File): Promise<boolean> {
  const rows = await db
    .selectFrom('source_files')
    .select('media_key')
    .where('curriculum_id', '=', curriculumId)
    .where('media_key', 'is not', null)
    .where(sql<boolean>`starts_with(path, ${importedFolder(name)})`)
    .execute()
  return someMissing(
    storage,
    rows.map((row) => row.media_key!),
  )
}

async function someMissing(storage: Storage, keys: string[]): Promise<boolean> {
  let isMissing = false
  // In parallel, because each check may be a request to another machine.
  const check = async () => {
    for (let key = keys.pop(); key && !isMissing; key = keys.pop())
      if ((await storage.size(key)) === null) isMissing = true
  }
  await Promise.all(Array.from({ length: 16 }, check))
  return isMissing
}
