import type { TocEntry } from '../../text/epub/package'
import type { OutlineEntry } from '../../text/outline'

/** Location of a document or of an id inside it. */
export interface ContentsPosition {
  slug: string
  /** Null for the chapter as a whole. */
  pid: string | null
}

interface Chapters {
  places: ReadonlyMap<string, ContentsPosition>
  /** Id of the first block of each chapter. */
  firstPids: ReadonlyMap<string, string>
  /** Ids in the source of each document, as `path#id`; ids of removed titles have no place. */
  ids: ReadonlySet<string>
  /** Entries that became the title of a chapter or a part. */
  titles: ReadonlySet<TocEntry>
}

export interface Contents {
  outlines: Map<string, OutlineEntry[]>
  /** Titles of entries that lead nowhere. */
  lost: string[]
  /** Entries whose fragment is not in their document: they lead to its start. */
  moved: TocEntry[]
  entries: number
}

/** Maps entries of the table of contents that are not titles of chapters to places inside chapters. */
export function placeContents(toc: TocEntry[], { places, firstPids, ids, titles }: Chapters): Contents {
  const contents: Contents = { outlines: new Map(), lost: [], moved: [], entries: 0 }
  /** A title without a link leads to its first entry; if that is a chapter, the title would appear inside of it. */
  const placeOf = (entry: TocEntry): ContentsPosition | undefined => {
    const { path, fragment, children } = entry
    if (path !== '') return places.get(`${path}#${fragment}`) ?? places.get(path)
    return children[0] && !titles.has(children[0]) ? placeOf(children[0]) : undefined
  }
  const walk = (entries: TocEntry[], parents: Map<string, number>) => {
    for (const entry of entries) {
      const { title, children } = entry
      const place = placeOf(entry)
      const depth = place ? (parents.get(place.slug) ?? 0) : 0
      if (title !== '') contents.entries++
      if (title !== '' && !titles.has(entry)) {
        const pid = place && (place.pid ?? firstPids.get(place.slug))
        if (place && pid) {
          if (entry.fragment !== '' && !ids.has(`${entry.path}#${entry.fragment}`)) contents.moved.push(entry)
          const outline = contents.outlines.get(place.slug) ?? []
          outline.push({ title, depth, pid })
          contents.outlines.set(place.slug, outline)
          walk(children, new Map([...parents, [place.slug, depth + 1]]))
          continue
        }
        contents.lost.push(title)
      }
      walk(children, parents)
    }
  }
  walk(toc, new Map())
  return contents
}

/** Returns the first entry with a title for each document. */
export function titleEntries(toc: TocEntry[]): Map<string, TocEntry> {
  const titles = new Map<string, TocEntry>()
  const walk = (entries: TocEntry[]) => {
    for (const entry of entries) {
      if (entry.path && entry.title && !titles.has(entry.path)) titles.set(entry.path, entry)
      walk(entry.children)
    }
  }
  walk(toc)
  return titles
}

/** Returns the part of each document: a top-level entry with several documents is a part. */
export function bookParts(toc: TocEntry[], spine: Set<string>): Map<string, TocEntry> {
  const parts = new Map<string, TocEntry>()
  for (const entry of toc) {
    const paths = new Set<string>()
    const walk = ({ path, children }: TocEntry) => {
      if (spine.has(path)) paths.add(path)
      children.forEach(walk)
    }
    walk(entry)
    if (entry.children.length > 0 && paths.size > 1 && entry.title)
      for (const path of paths) if (!parts.has(path)) parts.set(path, entry)
  }
  return parts
}
