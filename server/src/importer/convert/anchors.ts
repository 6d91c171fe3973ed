import { outsideFences, slugify } from './material'

/** Headings of a page with an anchor each, and the identifiers by which links of its tool name them. */
export interface Anchors {
  /** The page with an anchor at each heading from the second level on. */
  text: string
  /** Anchors by identifier; null for a heading of the first level, which stands for the whole page. */
  ids: ReadonlyMap<string, string | null>
  /** Anchors that the author did not write. */
  added: ReadonlySet<string>
}

const heading = /^(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/gm
const attributes = /\s*\{:?\s*((?:[#.]|[\w-]+=)[^}\n]*)\}\s*$/
/** Anchors that our Markdown can have. */
const isAnchor = (id: string) => /^[a-z][a-z0-9-]*$/.test(id)

/** Writes an anchor at each heading. Links use the identifiers of MkDocs, of GitHub and GitBook, or of Jupyter. */
export function withAnchors(text: string): Anchors {
  const ids = new Map<string, string | null>()
  const added = new Set<string>()
  const taken = new Set<string>()
  let count = 0
  const marked = outsideFences(text, (piece) =>
    piece.replace(heading, (all, marks: string, written: string) => {
      const own = /#([^\s}]+)/.exec(attributes.exec(written)?.[1] ?? '')?.[1]
      const bare = written.replace(attributes, '')
      const named = plainHeading(bare)
      const known = [own ?? unique(slugify(named), ids), ...(own ? [] : unicodeIds(named))]
      const isTop = marks === '#'
      count++
      const anchor = own && isAnchor(own) ? own : anchorOf(slugify(named), count, taken)
      for (const id of known) if (id !== '' && !ids.has(id)) ids.set(id, isTop ? null : anchor)
      if (isTop || own === anchor) return all
      taken.add(anchor)
      added.add(anchor)
      return `${marks} ${bare} {#${anchor}}`
    }),
  )
  return { text: marked, ids, added }
}

/** Removes the added anchors to which nothing links. */
export const withoutUnused = (body: string, added: ReadonlySet<string>, used: ReadonlySet<string>) =>
  outsideFences(body, (piece) =>
    piece.replace(/[ \t]*\{#([a-z][a-z0-9-]*)\}[ \t]*$/gm, (all, anchor: string) =>
      added.has(anchor) && !used.has(anchor) ? '' : all,
    ),
  )

function anchorOf(slug: string, count: number, taken: ReadonlySet<string>): string {
  return isAnchor(slug) && !taken.has(slug) ? slug : `section-${count}`
}

/** Returns the text of a heading without marks, icons, tags and the targets of links. */
const plainHeading = (written: string) =>
  written
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replace(/:[\w-]+:|<[^>]*>/g, '')
    .replace(/[*`\\]/g, '')
    .trim()

/** Returns an identifier that no heading has, as Python's Markdown does: `intro`, `intro_1`; `_1` for a Chinese heading. */
function unique(id: string, known: ReadonlyMap<string, unknown>): string {
  let free = id
  while (free === '' || known.has(free)) {
    const [, start = free, number = '0'] = /^(.*)_(\d+)$/.exec(free) ?? []
    free = `${start}_${Number(number) + 1}`
  }
  return free
}

/** Returns the identifiers of tools that keep letters of all scripts: in small letters, and as they are (Jupyter). */
const unicodeIds = (named: string) => {
  const kept = named.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s+/g, '-')
  return [kept.toLowerCase(), named.replace(/\s+/g, '-')]
}
