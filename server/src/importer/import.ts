import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { type Balance, noBalance } from '../text/balance'
import { type Problem, Problems } from '../text/problems'
import { createRenderer, type Renderer } from '../text/renderer'
import { releaseConsoleFields } from './console-fields'
import { type CurriculumFolder, findCurricula, type Known, stageCurriculum } from './curriculum'
import {
  compareSnapshots,
  type Difference,
  nameQuestions,
  noDifference,
  takeSnapshot,
  unmentionedBy,
  unmentionedIn,
} from './difference'
import { storeAsDraft } from './draft'
import { ContentFolder } from './folder'
import { savedWarnings } from './import-warnings'
import { type ChangeOrigin, fromFiles } from './revisions'
import { stageSite } from './site'
import { type ImportContext, Stage, type StagedCurriculum } from './stage'
import { mergeStoredSources } from './stored-sources'
import { writeCurriculum } from './write'
import { writeSite } from './write-site'

export interface ImportOptions {
  storage: Storage
  /** Unix seconds. */
  now: number
  /** Imports valid content and skips the rest, instead of rejecting everything. */
  partial?: boolean
  /** Imports only the site, no curricula. */
  siteOnly?: boolean
  /** Removes content that the files do not mention; otherwise that content stays. */
  remove?: boolean
  /** Also replaces values and texts that were set in the console. */
  takeFiles?: boolean
  /** Stores changed sources as drafts instead of publishing them; the site is left out. */
  draft?: boolean
  /** Origin of the change; by default an import of files. */
  origin?: ChangeOrigin
  /** Imports and rolls back, to report the changes and rejections of an import. */
  dryRun?: boolean
  /** With `dryRun`: reads the result before it is rolled back. */
  inspect?: (tx: Db) => Promise<void>
  progress?: (line: string) => unknown
  /** Renders the texts; by default one for this import. It is closed at the end. */
  renderer?: Renderer
}

export interface ImportReport {
  problems: Problem[]
  /** Changed items, `kind/slug`; `site` for the manifest. */
  written: string[]
  unchanged: string[]
  /** Skipped because of errors. */
  refused: string[]
  difference: Difference
  /** Counts of content in the checked texts: in the files, and stored. */
  balance: Balance
}

/** Key of the advisory lock of imports; an arbitrary number that is used for nothing else in this database. */
export const lockKey = 7_210_005

/** Checks a whole content folder, then writes the changed content. Without a database, only checks the files. */
export async function importContent(db: Db | null, path: string, options: ImportOptions): Promise<ImportReport> {
  if (!db) return run(null, path, options)
  // Imports run one at a time: a second import waits and finds nothing left to write.
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey}::bigint)`.execute(connection)
    try {
      return await (options.dryRun ? tryOut(connection, path, options) : run(connection, path, options))
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection)
    }
  })
}

class TakenBack extends Error {
  constructor(readonly report: ImportReport) {
    super()
  }
}

/** Runs the same import in a transaction that is rolled back, with a storage that stores nothing. */
async function tryOut(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const storage: Storage = { ...options.storage, put: async () => {}, remove: async () => {} }
  try {
    return await db.transaction().execute(async (tx) => {
      // Nothing is written, so only the progress of checking is reported.
      const progress = (line: string) => /^写入| 写入 \d/.test(line) || options.progress?.(line)
      const report = await run(tx, path, { ...options, storage, progress })
      if (report.refused.length === 0) await options.inspect?.(tx)
      throw new TakenBack(report)
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}

async function run(db: Db | null, path: string, options: ImportOptions): Promise<ImportReport> {
  const { storage, now, partial = false, remove = false, progress = () => {} } = options
  const { takeFiles = false, draft = false, origin = fromFiles } = options
  const root = await ContentFolder.open(path).catch(() => {
    throw new Error(`没有文件夹 ${path}`)
  })
  const stage = await Stage.open()
  const renderer = options.renderer ?? createRenderer()
  const problems = new Problems()
  const balance = noBalance()
  const keptInConsole: string[] = []
  const about = { now, remove, takeFiles, origin, keptInConsole, progress, balance }
  const context: ImportContext = { db, storage, renderer, stage, problems, ...about }
  const report: ImportReport = {
    problems: [],
    written: [],
    unchanged: [],
    refused: [],
    difference: noDifference(),
    balance,
  }
  try {
    const hasSite = !draft && (await root.find('manifest.yaml')) !== null
    const found = options.siteOnly ? [] : await findCurricula(root)
    if (!hasSite && found.length === 0) throw new Error(`${path} 里没有 manifest.yaml，也没有课程、书、教材或题库`)

    const lost = db ? await lostFiles(db, storage) : new Set<string>()
    const site = hasSite ? await stageSite(context, root) : null
    if (hasSite && !site?.sound) report.refused.push('site')
    // If the site's names could not all be read, missing names cannot be reported.
    const named = !hasSite || site?.named
    const known = (db || hasSite) && named ? await knownNames(db, site, remove) : null

    const names: string[] = []
    const same: string[] = []
    const staged: { name: string; ready: StagedCurriculum }[] = []
    const unmentioned = new Set<string>()
    const hashes = db ? await sourceHashes(db) : new Map<string, string>()
    for (const [i, curriculum] of found.entries()) {
      const name = `${curriculum.kind}/${curriculum.slug}`
      names.push(name)
      const { folder, preserved } = remove
        ? { folder: curriculum.folder, preserved: null }
        : await mergeStoredSources(context, curriculum)
      if (preserved) for (const id of unmentionedIn(name, preserved)) unmentioned.add(id)
      if (
        !remove &&
        !takeFiles &&
        !draft &&
        hashes.get(name) === curriculum.sourceHash.toString('hex') &&
        !lost.has(name)
      ) {
        same.push(name)
        problems.list.push(...(await savedWarnings(db!, name, curriculum.folder.label)))
        continue
      }
      progress(`检查 ${i + 1}/${found.length} ${curriculum.folder.label || name}`)
      const ready = await stageCurriculum(context, { ...curriculum, folder }, known)
      if (ready && (remove || (await keepsAll(context, curriculum, ready)))) staged.push({ name, ready })
      else report.refused.push(name)
    }
    if (!db || (report.refused.length > 0 && !partial)) return report

    if (draft) {
      for (const { name, ready } of staged)
        report[(await storeAsDraft(context, ready)) ? 'written' : 'unchanged'].push(name)
      report.difference.console = keptInConsole
      return report
    }
    const before = await takeSnapshot(db, names)
    if (site?.sound) {
      const changed = await writeSite(context, site)
      if (changed) progress('写入 站点')
      report[changed ? 'written' : 'unchanged'].push('site')
      for (const id of unmentionedBy(site, before)) unmentioned.add(id)
    }
    report.unchanged.push(...same)
    for (const { name, ready } of staged) {
      if (takeFiles) await giveBackToFiles(db, name)
      const changed = await writeCurriculum(context, ready)
      if (changed) progress(`写入 ${name}（${ready.chapters.length} 章节）`)
      report[changed ? 'written' : 'unchanged'].push(name)
    }
    report.difference = compareSnapshots(before, await takeSnapshot(db, names), unmentioned)
    await nameQuestions(db, report.difference)
    report.difference.console = keptInConsole
    return report
  } finally {
    report.problems = problems.sorted()
    await renderer.close()
    await stage.close()
  }
}

/**
 * Reports chapters and resources that an import without `remove` would remove, because they cannot stay beside the new
 * ones (the chapters of another EPUB, for example). Returns false if there are any. Parts are not reported.
 */
async function keepsAll(
  { db, problems }: ImportContext,
  { kind, slug, folder }: CurriculumFolder,
  { chapters, resources }: StagedCurriculum,
): Promise<boolean> {
  if (!db) return true
  const { rows } = await sql<{ what: string; slug: string; title: string }>`
    select '章节' as what, t.slug, t.title from chapters t join curricula c on c.id = t.curriculum_id
    where c.kind = ${kind} and c.slug = ${slug} and t.removed_at is null and (t.kind <> 'part' or c.kind = 'bank')
      and t.slug <> all (${chapters.map((chapter) => chapter.slug)}::text[])
    union all
    select '资源', t.slug, t.title from resources t join curricula c on c.id = t.curriculum_id
    where c.kind = ${kind} and c.slug = ${slug} and t.removed_at is null and t.kind <> 'dataset'
      and t.slug <> all (${resources.map((resource) => resource.slug)}::text[])`.execute(db)
  for (const row of rows)
    problems.error(folder.label || slug, 0, `会移除${row.what} ${row.slug}（${row.title}）；确认移除请加 --remove`)
  return rows.length === 0
}

/**
 * Returns items whose files are missing in the storage: a database was restored without them, or the storage changed.
 */
async function lostFiles(db: Db, storage: Storage): Promise<Set<string>> {
  const files = await db
    .selectFrom('source_files as f')
    .leftJoin('curricula as c', 'c.id', 'f.curriculum_id')
    .select(['f.media_key as key', 'c.kind', 'c.slug'])
    .where('f.media_key', 'is not', null)
    .execute()
  const lost = new Set<string>()
  // In parallel, because each check may be a request to another machine.
  const check = async () => {
    for (let file = files.pop(); file; file = files.pop())
      if ((await storage.size(file.key!)) === null) lost.add(file.kind ? `${file.kind}/${file.slug}` : 'site')
  }
  await Promise.all(Array.from({ length: 16 }, check))
  return lost
}

/** Forgets that the console changed a curriculum or its questions. */
async function giveBackToFiles(db: Db, name: string): Promise<void> {
  await releaseConsoleFields(db, `curricula ${name}`)
  await releaseConsoleFields(db, `questions ${name}`)
  await sql`
    update source_files f set console_at = null from curricula c
    where c.id = f.curriculum_id and c.kind || '/' || c.slug = ${name} and f.console_at is not null`.execute(db)
}

async function sourceHashes(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('curricula').select(['kind', 'slug', 'source_hash']).execute()
  return new Map(rows.map(({ kind, slug, source_hash }) => [`${kind}/${slug}`, source_hash?.toString('hex') ?? '']))
}

/** Names that will exist after the site is written; with `remove`, only names in the manifest, if it has any. */
async function knownNames(db: Db | null, site: Awaited<ReturnType<typeof stageSite>>, remove: boolean): Promise<Known> {
  const names = async (table: 'subjects' | 'teachers') => {
    const written = site?.manifest[table]?.map(({ slug }) => slug)
    const isWhole = remove && written !== undefined
    const stored = db && !isWhole ? await db.selectFrom(table).select('slug').execute() : []
    return new Set([...stored.map(({ slug }) => slug), ...(written ?? [])])
  }
  return { subjects: await names('subjects'), teachers: await names('teachers') }
}
