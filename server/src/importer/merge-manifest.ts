import type { CurriculumKind } from '@dxx/contract/shapes'
import { mergeOrder } from './merge-order'

/** An entry of a manifest's list as written: a chapter, a section, a lesson, a resource. */
export interface Entry {
  slug?: string
  [field: string]: unknown
}

type Written = Record<string, unknown>

export interface MergedManifest {
  manifest: Written
  /** Entries of the old manifest that the new one lacks; the same objects as in `manifest`. */
  chapters: Entry[]
  resources: Entry[]
}

const listOf = (value: unknown): Entry[] =>
  Array.isArray(value) ? value.filter((entry) => entry !== null && typeof entry === 'object') : []

/** Sections or lessons below a chapter that is only a title. */
const below = (entry: Entry) => listOf(entry.sections ?? entry.lessons)
const isGroup = (entry: Entry) => below(entry).length > 0
const slugOf = (entry: Entry) => entry.slug ?? (isGroup(entry) ? `part-${below(entry)[0]!.slug}` : '')
const allSlugs = (list: Entry[]) => new Set(list.flatMap((entry) => [slugOf(entry), ...below(entry).map(slugOf)]))

/**
 * Adds chapters and resources of an older manifest that the newer one lacks, by slug. Returns null if there are none.
 */
export function mergeManifests(kind: CurriculumKind, older: unknown, newer: unknown): MergedManifest | null {
  if (!isObject(older) || !isObject(newer)) return null
  // The chapters of an EPUB are not in the manifest.
  if (kind === 'ebook' && (older.epub || newer.epub)) return null
  const manifest: Written = { ...newer }
  const chapters: Entry[] = []
  const resources: Entry[] = []
  const merge = (field: string, retained: Entry[]) => {
    const merged = mergeTree(listOf(older[field]), listOf(newer[field]), retained)
    if (merged.length > 0) manifest[field] = merged
  }
  merge('chapters', chapters)
  if (kind === 'textbook') {
    merge('expand', chapters)
    merge('resources', resources)
  }
  return chapters.length + resources.length > 0 ? { manifest, chapters, resources } : null
}

function mergeTree(older: Entry[], newer: Entry[], retained: Entry[]): Entry[] {
  const present = allSlugs(newer)
  const groups = newer.map((entry) => ({ ...entry }))
  const left: Entry[] = []
  for (const entry of older) {
    const same = groups.find((group) => isSame(entry, group))
    const missing = below(entry).filter((section) => !present.has(slugOf(section)))
    if (same && isGroup(same)) {
      const key = same.sections ? 'sections' : 'lessons'
      // If the first section, of which the slug is derived, is retained, the chapter also keeps its slug.
      same.slug ??= slugOf(missing.includes(below(entry)[0]!) ? entry : same)
      same[key] = ordered(below(entry), below(same), missing)
      retained.push(...missing)
    } else if (isGroup(entry) && missing.length > 0) {
      left.push({ ...entry, slug: slugOf(entry), [entry.sections ? 'sections' : 'lessons']: missing })
      retained.push(...missing)
    } else if (!isGroup(entry) && !present.has(slugOf(entry))) {
      left.push(entry)
      retained.push(entry)
    }
  }
  const before = older.map((entry) => {
    const same = groups.find((group) => isSame(entry, group))
    return same ? { ...entry, slug: slugOf(same) } : entry
  })
  return ordered(before, groups, left)
}

/**
 * Whether both entries are the same chapter: same slug, or a common section, because a slug may be derived from the
 * first section.
 */
function isSame(older: Entry, newer: Entry): boolean {
  if (slugOf(older) === slugOf(newer)) return true
  if (!isGroup(older) || !isGroup(newer) || !isDerived(older)) return false
  const slugs = new Set(below(newer).map(slugOf))
  return below(older).some((section) => slugs.has(slugOf(section)))
}

/** Whether the slug of a chapter is derived from a section; an earlier merge may have written it into the manifest. */
const isDerived = (entry: Entry) =>
  entry.slug === undefined || below(entry).some((section) => entry.slug === `part-${section.slug}`)

/** Merges `newer` and `retained` into one list; `older` defines the positions of the retained entries. */
function ordered(older: Entry[], newer: Entry[], retained: Entry[]): Entry[] {
  const entries = new Map([...retained, ...newer].map((entry) => [slugOf(entry), entry]))
  const before = [...new Set(older.map(slugOf))].filter((slug) => entries.has(slug))
  return mergeOrder(before, [...new Set(newer.map(slugOf))]).map((slug) => entries.get(slug)!)
}

const isObject = (value: unknown): value is Written =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
