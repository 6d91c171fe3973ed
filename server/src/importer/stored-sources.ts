import { createWriteStream } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { parse, stringify } from 'yaml'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { outsideFences } from '../questions/fences'
import { keptText } from './console-fields'
import { type CurriculumFolder, curriculumFolders } from './curriculum'
import type { ContentFolder } from './folder'
import { type Entry, mergeManifests } from './merge-manifest'
import type { ImportContext } from './stage'

/** Slugs in the database that the files of a curriculum do not mention. */
export interface UnmentionedEntries {
  chapters: string[]
  resources: string[]
  questions: string[]
}

interface StoredFile {
  path: string
  text: string | null
  media_key: string | null
  console_at?: number | null
}

/**
 * Merges the folder of a curriculum with stored content that it does not mention, so that the import preserves that
 * content and the stored source stays complete. Files of the folder have precedence over stored files of the same path.
 */
export async function mergeStoredSources(
  context: ImportContext,
  found: CurriculumFolder,
): Promise<{ folder: ContentFolder; preserved: UnmentionedEntries }> {
  const { db, storage, stage } = context
  const { kind, folder } = found
  const nothing = { folder, preserved: { chapters: [], resources: [], questions: [] } }
  const stored = db ? await storedFiles(db, found) : []
  if (stored.length === 0) return nothing
  const manifestPath = curriculumFolders[kind].manifest
  const overlay = new Map<string, StoredFile>()
  const consoleTexts = await keepConsoleTexts(context, found, stored, overlay)
  const merged = consoleTexts.has(manifestPath)
    ? null
    : mergeManifests(
        kind,
        readYaml(stored.find(({ path }) => path === manifestPath)?.text),
        readYaml(await folder.text(manifestPath)),
      )
  const entries = [...(merged?.chapters ?? []), ...(merged?.resources ?? [])]
  for (const entry of entries) await keepFiles(entry, folder, stored, overlay)
  const questions = await keepQuestions(folder, stored, overlay)
  if (entries.length === 0 && questions.length === 0 && consoleTexts.size === 0) return nothing
  if (merged) overlay.set(manifestPath, { path: manifestPath, text: stringify(merged.manifest), media_key: null })
  // Adds stored images and data, because kept texts may refer to them.
  for (const file of stored)
    if (!file.path.startsWith('questions/') && !overlay.has(file.path) && !(await folder.find(file.path)))
      overlay.set(file.path, file)
  const root = stage.newFile()
  await writeStoredFiles(root, [...overlay.values()], storage)
  const slugs = (list: Entry[] = []) => list.map(({ slug }) => slug ?? '')
  return {
    folder: folder.withOverlay(await realpath(root), new Set([manifestPath, ...consoleTexts])),
    preserved: { chapters: slugs(merged?.chapters), resources: slugs(merged?.resources), questions },
  }
}

/**
 * Keeps texts, files and questions that the console changed although the folder contains others, and reports them.
 * Returns the paths of the folder that stored ones replace.
 */
async function keepConsoleTexts(
  { db, takeFiles, keptInConsole }: ImportContext,
  { kind, slug, folder }: CurriculumFolder,
  stored: StoredFile[],
  overlay: Map<string, StoredFile>,
): Promise<Set<string>> {
  const paths = new Set<string>()
  if (!db || takeFiles) return paths
  for (const file of stored) {
    if (!file.console_at || file.path.startsWith('questions/')) continue
    if (file.media_key === null && (await folder.text(file.path)) === file.text) continue
    if (await folder.find(file.path)) keptInConsole.push(keptText(`文件 ${folder.name(file.path)}`, file.console_at))
    overlay.set(file.path, file)
    paths.add(file.path)
  }
  const owned = await consoleQuestions(db, `questions ${kind}/${slug}/`)
  if (owned.size === 0) return paths
  const blocks = new Map(
    stored.flatMap(({ path, text }) =>
      path.startsWith('questions/') ? cutQuestions(text ?? '').map((block) => [block.slug, block.text] as const) : [],
    ),
  )
  for (const path of await folder.files('questions')) {
    const text = path.endsWith('.md') ? await folder.text(path) : null
    if (text === null) continue
    const replaced = replaceQuestions(text, (block) => {
      const at = owned.get(block.slug)
      // A question that the console retired has no stored block any more.
      const stored = at === undefined ? block.text : (blocks.get(block.slug) ?? '')
      if (at !== undefined && stored.trimEnd() !== block.text.trimEnd())
        keptInConsole.push(keptText(`题目 ${kind}/${slug} ${block.slug}`, at))
      return stored
    })
    if (replaced === text) continue
    overlay.set(path, { path, text: replaced, media_key: null })
    paths.add(path)
  }
  return paths
}

/** Slugs of questions that the console changed or retired, with the time. */
async function consoleQuestions(db: Db, prefix: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('console_fields')
    .select(['target', 'set_at'])
    .where(sql<boolean>`starts_with(target, ${prefix})`)
    .execute()
  return new Map(rows.map(({ target, set_at }) => [target.slice(prefix.length), set_at]))
}

/** Replaces the text of each question of a file; an empty text removes it. */
export function replaceQuestions(text: string, replace: (block: { slug: string; text: string }) => string): string {
  const blocks = cutQuestions(text)
  const [first] = blocks
  if (!first) return text
  const before = text.slice(0, text.search(/^## /m))
  const changed = blocks.map((block) => ({ block, now: replace(block) }))
  if (changed.every(({ block, now }) => block.text === now)) return text
  return before + changed.map(({ now }) => (now === '' ? '' : `${now.trimEnd()}\n\n`)).join('')
}

function storedFiles(db: Db, { kind, slug }: CurriculumFolder): Promise<StoredFile[]> {
  return db
    .selectFrom('source_files as f')
    .innerJoin('curricula as c', 'c.id', 'f.curriculum_id')
    .select(['f.path', 'f.text', 'f.media_key', 'f.console_at'])
    .where('c.kind', '=', kind)
    .where('c.slug', '=', slug)
    .where('f.path', 'not like', 'imported/%')
    .orderBy('f.path')
    .execute()
}

function readYaml(text: string | null | undefined): unknown {
  try {
    return text ? parse(text, { maxAliasCount: 100 }) : null
  } catch {
    return null
  }
}

/** Moves the file of a kept entry to another path if the new folder uses its path for another text. */
async function keepFiles(entry: Entry, folder: ContentFolder, stored: StoredFile[], overlay: Map<string, StoredFile>) {
  for (const field of ['file', 'notes'] as const) {
    const path = entry[field]
    const file = stored.find((one) => one.path === path)
    if (!file || file.text === null) continue
    const present = await folder.text(file.path)
    if (present === null || present === file.text) continue
    const moved = await freePath(folder, file.path, overlay)
    entry[field] = moved
    overlay.set(moved, { ...file, path: moved })
  }
}

async function freePath(folder: ContentFolder, path: string, overlay: Map<string, StoredFile>): Promise<string> {
  let free = path
  do free = posix.join(posix.dirname(free), `kept-${posix.basename(free)}`)
  while (overlay.has(free) || (await folder.find(free)))
  return free
}

/** Keeps stored questions that no file of the new folder contains, in separate files. */
async function keepQuestions(
  folder: ContentFolder,
  stored: StoredFile[],
  overlay: Map<string, StoredFile>,
): Promise<string[]> {
  const present = new Set<string>()
  for (const path of await folder.files('questions'))
    if (path.endsWith('.md')) for (const { slug } of cutQuestions((await folder.text(path)) ?? '')) present.add(slug)
  const added: string[] = []
  for (const { path, text } of stored) {
    if (!path.startsWith('questions/') || text === null) continue
    const missing = cutQuestions(text).filter(({ slug }) => !present.has(slug))
    if (missing.length === 0) continue
    added.push(...missing.map(({ slug }) => slug))
    const name = (await folder.find(path)) ? await freePath(folder, path, overlay) : path
    overlay.set(name, { path: name, text: missing.map((block) => block.text).join(''), media_key: null })
  }
  return added
}

/** Splits a file into questions; a question extends from its heading to the next heading. */
export function cutQuestions(text: string): { slug: string; text: string }[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const heads = [...outsideFences(lines)].filter(({ line }) => line.startsWith('## '))
  return heads.map(({ line, index }, i) => ({
    slug: line.slice(3).trim(),
    text: `${lines
      .slice(index, heads[i + 1]?.index ?? lines.length)
      .join('\n')
      .trimEnd()}\n\n`,
  }))
}

export async function writeStoredFiles(root: string, files: StoredFile[], storage: Storage): Promise<void> {
  for (const { path, text, media_key: key } of files) {
    const target = join(root, path)
    await mkdir(dirname(target), { recursive: true })
    if (key) await pipeline(await storage.read(key), createWriteStream(target))
    else await writeFile(target, text ?? '')
  }
}
