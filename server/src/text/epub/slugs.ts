import { createHash } from 'node:crypto'
import { posix } from 'node:path'

/** Derives the slug of each document of a book from its file name, so that a new edition keeps the slugs. */
export function bookSlugs(paths: string[]): string[] {
  const used = new Set<string>()
  return paths.map((path) => {
    const name = posix
      .basename(path)
      .replace(/\.[^.]+$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
    let slug = name || `section-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`
    // Pieces of a long document are numbered `-2`, `-3`; slugs of other documents must not collide with them.
    for (let i = 0; used.has(slug); i++) slug = `${name || 'section'}-${letters(i)}`
    used.add(slug)
    return slug
  })
}

const letters = (index: number): string =>
  `${index >= 26 ? letters(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(97 + (index % 26))}`
