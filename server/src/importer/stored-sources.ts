import { createWriteStream } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse, stringify } from 'yaml'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { outsideFences } from '../questions/fences'
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
}

/**
 * Merges the folder of a curriculum with stored content that it does not mention, so that the import keeps that content
 * and the stored source stays complete. Files of the folder take precedence over stored files of the same path.
 */
export async function mergeStoredSources(
  { db, storage, stage }: ImportContext,
  found: CurriculumFolder,
): Promise<{ folder: ContentFolder; kept: UnmentionedEntries }> {
  const { kind, folder } = found
  const nothing = { folder, kept: { chapters: [], resources: [], questions: [] } }
  const stored = db ? await storedFiles(db, found) : []
  if (stored.length === 0) return nothing
  const manifestPath = curriculumFolders[kind].manifest
  const overlay = new Map<string, StoredFile>()
  const merged = mergeManifests(
    kind,
    readYaml(stored.find(({ path }) => path === manifestPath)?.text),
    readYaml(await folder.text(manifestPath)),
  )
  const entries = [...(merged?.chapters ?? []), ...(merged?.resources ?? [])]
  for (const entry of entries) await keepFiles(entry, folder, stored, overlay)
  const questions = await keepQuestions(folder, stored, overlay)
  if (entries.length === 0 && questions.length === 0) return nothing
  if (merged) overlay.set(manifestPath, { path: manifestPath, text: stringify(merged.manifest), media_key: null })
  // Adds stored images and data, because kept texts may refer to them.
  for (const file of stored)
    if (!file.path.startsWith('questions/') && !overlay.has(file.path) && !(await folder.find(file.path)))
      overlay.set(file.path, file)
  const root = stage.newFile()
  await writeAll(root, [...overlay.values()], storage)
  const slugs = (list: Entry[] = []) => list.map(({ slug }) => slug ?? '')
  return {
    folder: folder.withOverlay(await realpath(root), new Set([manifestPath])),
    kept: { chapters: slugs(merged?.chapters), resources: slugs(merged?.resources), questions },
  }
}

function storedFiles(db: Db, { kind, slug }: CurriculumFolder): Promise<StoredFile[]> {
  return db
    .selectFrom('source_files as f')
    .innerJoin('curricula as c', 'c.id', 'f.curriculum_id')
    .select(['f.path', 'f.text', 'f.media_key'])
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
  const kept: string[] = []
  for (const { path, text } of stored) {
    if (!path.startsWith('questions/') || text === null) continue
    const missing = cutQuestions(text).filter(({ slug }) => !present.has(slug))
    if (missing.length === 0) continue
    kept.push(...missing.map(({ slug }) => slug))
    const name = (await folder.find(path)) ? await freePath(folder, path, overlay) : path
    overlay.set(name, { path: name, text: missing.map((block) => block.text).join(''), media_key: null })
  }
  return kept
}

/** Splits a file into questions; a question extends from its heading to the next heading. */
function cutQuestions(text: string): { slug: string; text: string }[] {
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

async function writeAll(root: string, files: StoredFile[], storage: Storage): Promise<void> {
  for (const { path, text, media_key: key } of files) {
    const target = join(root, path)
    await mkdir(dirname(target), { recursive: true })
    if (key) await pipeline(await storage.read(key), createWriteStream(target))
    else await writeFile(target, text ?? '')
  }
}
