import { createHash } from 'node:crypto'
import { slugify } from './material'

/** Derives a slug from a file name. A name with characters that a slug cannot contain gets a hash as suffix. */
export function slugOf(name: string, otherwise: string): string {
  const plain = slugify(name.replace(/_/g, '-'))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const isWhole = /^[\x20-\x7e]*$/.test(name) && plain !== ''
  if (isWhole) return plain.replace(/-+$/, '')
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${plain === '' ? otherwise : plain}-${hash}`
}

/** Assigns each name a slug of its own. */
export class NewSlugs {
  private readonly taken = new Set<string>()

  add(name: string, otherwise: string): string {
    const base = slugOf(name, otherwise)
    let slug = base
    for (let n = 2; this.taken.has(slug); n++) slug = `${base}-${n}`
    this.taken.add(slug)
    return slug
  }
}
