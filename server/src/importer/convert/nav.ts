import { parseDocument } from 'yaml'

/** One entry of a table of contents: a page, or a title with entries below it. */
export interface NavEntry {
  title: string
  /** Path below the documents; null for an entry that is only a title. */
  file: string | null
  below: NavEntry[]
}

export interface Book {
  title: string
  author: string
  summary: string
  /** Folder of the documents, below the project. */
  documents: string
  nav: NavEntry[]
}

export const isPage = (path: string) => /\.(md|markdown|ipynb)$/i.test(path) && !/^[a-z][a-z0-9+.-]*:/i.test(path)

/** Reads mkdocs.yml; ignores unknown tags such as `!!python/name:`. Returns null if the file is not a mapping. */
export function readMkdocs(text: string): Book | null {
  const document = parseDocument(text, { logLevel: 'silent', maxAliasCount: 100 } as never)
  let parsed: unknown
  try {
    parsed = document.toJS({ maxAliasCount: 100 })
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { site_name, site_author, site_description, docs_dir, nav } = parsed as Record<string, unknown>
  return {
    title: textOr(site_name, ''),
    author: textOr(site_author, ''),
    summary: textOr(site_description, ''),
    documents: textOr(docs_dir, 'docs'),
    nav: Array.isArray(nav) ? nav.flatMap(navEntry) : [],
  }
}

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value.trim() : otherwise)

function navEntry(entry: unknown): NavEntry[] {
  if (typeof entry === 'string')
    return [isPage(entry) ? { title: '', file: entry, below: [] } : { title: entry, file: null, below: [] }]
  if (typeof entry !== 'object' || entry === null) return []
  return Object.entries(entry).flatMap(([title, value]): NavEntry[] => {
    if (typeof value === 'string') return [{ title, file: isPage(value) ? value : null, below: [] }]
    return Array.isArray(value) ? [{ title, file: null, below: value.flatMap(navEntry) }] : []
  })
}

/** Reads SUMMARY.md of GitBook and mdBook: headings are parts, indented links belong to the link above. */
export function readSummary(text: string): NavEntry[] {
  const top: NavEntry[] = []
  let part: NavEntry | null = null
  let stack: { indent: number; entry: NavEntry }[] = []
  for (const line of text.replaceAll('\t', '    ').split('\n')) {
    const heading = /^#{1,6}\s+(.+?)\s*$/.exec(line)?.[1]
    const [, space = '', title = '', target = ''] =
      /^( *)(?:[-*+]|\d+\.)?\s*\[((?:\\.|[^\]\\])*)\]\(\s*<?([^)>]*?)>?\s*\)\s*$/.exec(line) ?? []
    if (heading !== undefined && !/^(summary|目录)$/i.test(heading)) {
      part = { title: heading, file: null, below: [] }
      top.push(part)
      stack = []
    } else if (title !== '') {
      const path = target.replace(/[#?].*$/, '')
      const entry: NavEntry = { title: title.replace(/\\(.)/g, '$1'), file: isPage(path) ? path : null, below: [] }
      while (stack.length > 0 && stack.at(-1)!.indent >= space.length) stack.pop()
      const above = stack.at(-1)?.entry ?? part
      if (above) above.below.push(entry)
      else top.push(entry)
      stack.push({ indent: space.length, entry })
    }
  }
  return top
}

/** Builds a table of contents from paths: folders become parts; `index.md` and `README.md` come first. */
export function navOfFiles(files: string[]): NavEntry[] {
  const top: NavEntry[] = []
  const parts = new Map<string, NavEntry>()
  const weight = (file: string) => (/(^|\/)(index|readme)\.md$/i.test(file) ? 0 : 1)
  const sorted = files.filter(isPage).toSorted((a, b) => {
    const [left, right] = [a.split('/').slice(0, -1).join('/'), b.split('/').slice(0, -1).join('/')]
    return (
      left.localeCompare(right, 'zh', { numeric: true }) ||
      weight(a) - weight(b) ||
      a.localeCompare(b, 'zh', { numeric: true })
    )
  })
  for (const file of sorted) {
    const [folder] = file.includes('/') ? file.split('/') : [undefined]
    const entry = { title: '', file, below: [] }
    if (folder === undefined) top.push(entry)
    else {
      let part = parts.get(folder)
      if (!part) {
        part = { title: folder, file: null, below: [] }
        parts.set(folder, part)
        top.push(part)
      }
      part.below.push(entry)
    }
  }
  return top
}
