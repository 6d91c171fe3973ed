import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { findCurricula, type Known, stageCurriculum } from './curriculum'
import { ContentFolder } from './folder'
import { keptNotes } from './notes'
import { type Problem, Problems } from './problems'
import { createRenderer } from './renderer'
import { siteHash, stageSite } from './site'
import { type ImportContext, Stage } from './stage'
import { writeCurriculum } from './write'
import { writeSite } from './write-site'

export interface ImportOptions {
  storage: Storage
  /** Unix seconds. */
  now: number
  /** Takes in what is right and leaves out what is not, instead of refusing everything. */
  partial?: boolean
  /** Leaves the curricula alone. */
  siteOnly?: boolean
  progress?: (line: string) => void
}

export interface ImportReport {
  problems: Problem[]
  /** What is different now, `kind/slug`; `site` for the manifest. */
  written: string[]
  unchanged: string[]
  /** Left out because of errors. */
  refused: string[]
}

/** Any number that nothing else in this database locks. */
export const lockKey = 7_210_005

/** Checks all of a content folder, then writes what changed. Without a database it only checks. */
export async function importContent(db: Db | null, path: string, options: ImportOptions): Promise<ImportReport> {
  if (!db) return run(null, path, options)
  // One import at a time: a second one waits and finds its work done.
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey}::bigint)`.execute(connection)
    try {
      return await run(connection, path, options)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection)
    }
  })
}

async function run(db: Db | null, path: string, options: ImportOptions): Promise<ImportReport> {
  const { storage, now, partial = false, progress = () => {} } = options
  const root = await ContentFolder.open(path).catch(() => {
    throw new Error(`没有文件夹 ${path}`)
  })
  const stage = await Stage.open()
  const renderer = createRenderer()
  const problems = new Problems()
  const context: ImportContext = { db, storage, renderer, stage, problems, now, progress }
  const report: ImportReport = { problems: [], written: [], unchanged: [], refused: [] }
  try {
    const hasSite = (await root.find('manifest.yaml')) !== null
    const found = options.siteOnly ? [] : await findCurricula(root)
    if (!hasSite && found.length === 0) throw new Error(`${path} 里没有 manifest.yaml，也没有课程、书、教材或题库`)

    const hash = hasSite ? await siteHash(root) : null
    const lost = db ? await lostFiles(db, storage) : new Set<string>()
    const siteChanged = hash !== null && !(db && (await knownSiteHash(db)) === hash && !lost.has('site'))
    const unchanged = async (name: string, label: string) => {
      report.unchanged.push(name)
      problems.list.push(...(await keptNotes(db!, name, label)))
    }
    if (hasSite && !siteChanged) await unchanged('site', '')
    const site = siteChanged ? await stageSite(context, root) : null
    if (siteChanged && !site?.sound) report.refused.push('site')
    // Where the site's own names could not all be read, nobody can be told that one is missing.
    const named = !siteChanged || site?.named
    const known = (db || hasSite) && named ? await knownNames(db, site) : null

    const staged = []
    const hashes = db ? await sourceHashes(db) : new Map<string, string>()
    for (const [i, curriculum] of found.entries()) {
      const name = `${curriculum.kind}/${curriculum.slug}`
      if (hashes.get(name) === curriculum.sourceHash.toString('hex') && !lost.has(name)) {
        await unchanged(name, curriculum.folder.label)
        continue
      }
      progress(`检查 ${i + 1}/${found.length} ${curriculum.folder.label || name}`)
      const ready = await stageCurriculum(context, curriculum, known)
      if (ready) staged.push({ name, ready })
      else report.refused.push(name)
    }
    if (!db || (report.refused.length > 0 && !partial)) return report

    if (site?.sound) {
      progress('写入 站点')
      const changed = await writeSite(context, site, hash!)
      report[changed ? 'written' : 'unchanged'].push('site')
    }
    for (const { name, ready } of staged) {
      progress(`写入 ${name}（${ready.chapters.length} 章节）`)
      const changed = await writeCurriculum(context, ready)
      report[changed ? 'written' : 'unchanged'].push(name)
    }
    return report
  } finally {
    report.problems = problems.sorted()
    await renderer.close()
    await stage.close()
  }
}

async function knownSiteHash(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'site-source').executeTakeFirst()
  return row?.value as string | undefined
}

/** What has files that the storage does not have: a database was restored without them, or they lie elsewhere now. */
async function lostFiles(db: Db, storage: Storage): Promise<Set<string>> {
  const files = await db
    .selectFrom('source_files as f')
    .leftJoin('curricula as c', 'c.id', 'f.curriculum_id')
    .select(['f.media_key as key', 'c.kind', 'c.slug'])
    .where('f.media_key', 'is not', null)
    .execute()
  const lost = new Set<string>()
  // Side by side, since each question may go to another machine.
  const check = async () => {
    for (let file = files.pop(); file; file = files.pop())
      if ((await storage.size(file.key!)) === null) lost.add(file.kind ? `${file.kind}/${file.slug}` : 'site')
  }
  await Promise.all(Array.from({ length: 16 }, check))
  return lost
}

async function sourceHashes(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('curricula').select(['kind', 'slug', 'source_hash']).execute()
  return new Map(rows.map(({ kind, slug, source_hash }) => [`${kind}/${slug}`, source_hash?.toString('hex') ?? '']))
}

async function knownNames(db: Db | null, site: Awaited<ReturnType<typeof stageSite>>): Promise<Known> {
  const stored = async (table: 'subjects' | 'teachers') =>
    db ? (await db.selectFrom(table).select('slug').execute()).map(({ slug }) => slug) : []
  return {
    subjects: new Set([...(await stored('subjects')), ...(site?.manifest.subjects ?? []).map(({ slug }) => slug)]),
    teachers: new Set([...(await stored('teachers')), ...(site?.manifest.teachers ?? []).map(({ slug }) => slug)]),
  }
}
