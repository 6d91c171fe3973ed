import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Environment } from '../../context'
import { inTransaction } from '../../db/transaction'
import { type RosterFile, stageRoster } from '../../modules/classes/public'
import { EpubError, EpubZip } from '../../text/epub/zip'
import { UnreadableFile } from '../questions/input'
import { csvRows, xlsxRows, xlsxSheetNames } from '../questions/table-files'
import { readOneRoster } from './oneroster'
import { readTables } from './table'

type Means = Pick<Environment, 'db' | 'storage' | 'clock'>

/** Reads the CSV files of an archive, which may lie in a folder of it. */
async function readArchive(path: string, folder: string, school: string): Promise<RosterFile> {
  const zip = await EpubZip.open(path)
  try {
    const paths = new Map<string, string>()
    for (const name of zip.names.filter((one) => one.endsWith('.csv'))) {
      const file = join(folder, `entry-${paths.size}.csv`)
      await writeFile(file, (await zip.read(name))!)
      paths.set(basename(name), file)
    }
    return await readOneRoster((name) => (paths.has(name) ? csvRows(paths.get(name)!) : null), school)
  } finally {
    zip.close()
  }
}

/** Reads a roster file by its ending. `folder` is for temporary files. `school` is part of the keys of new classes. */
export async function readRosterFile(
  path: string,
  name: string,
  { folder, school }: { folder: string; school: string },
): Promise<RosterFile> {
  const fail = (text: string): RosterFile => ({
    terms: [],
    classes: [],
    students: [],
    teachers: [],
    problems: [{ line: 0, text, fatal: true }],
  })
  try {
    if (/\.zip$/i.test(name)) return await readArchive(path, folder, school)
    if (!/\.xlsx$/i.test(name)) return await readTables([{ name: '', rows: csvRows(path) }], school)
    const sheets = await xlsxSheetNames(path)
    return await readTables(
      sheets.map((sheet) => ({ name: sheet, rows: xlsxRows(path, sheet) })),
      school,
    )
  } catch (error) {
    if (error instanceof UnreadableFile) return fail(error.message)
    if (error instanceof EpubError) return fail('文件打不开：不是有效的 xlsx 或 zip，或文件不完整')
    throw error
  }
}

/** Job: reads an uploaded roster and stores its difference from the roster of the school. */
export async function readUploadedRoster({ db, storage, clock }: Means, { roster }: { roster: number }): Promise<void> {
  const { rows } = await sql<{ key: string | null; name: string; school: string }>`
    select m.key, i.file_name as name, s.slug as school from roster_imports i join schools s on s.id = i.school_id
      left join uploads u on u.id = i.upload_id left join media m on m.id = u.media_id
    where i.id = ${roster} and i.state = 'reading'`.execute(db)
  const [found] = rows
  if (!found) return
  const folder = await mkdtemp(join(tmpdir(), 'dxx-roster-'))
  try {
    const path = join(folder, 'roster')
    const lost = { terms: [], classes: [], students: [], teachers: [] }
    let file: RosterFile = { ...lost, problems: [{ line: 0, text: '文件已经不在了，请重新上传', fatal: true }] }
    if (found.key !== null) {
      await pipeline(await storage.read(found.key), createWriteStream(path))
      file = await readRosterFile(path, found.name, { folder, school: found.school })
    }
    await inTransaction(db, (tx) => stageRoster(tx, roster, file, clock.now()))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
