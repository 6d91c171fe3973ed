import { createHash } from 'node:crypto'
import type { SourceQuestion } from '../../questions/rubric'

/** Assigns unique slugs to the items of a file: the item's own slug if valid, else one derived from its content. */
export class Slugs {
  private readonly taken = new Set<string>()

  name(wanted: string, question: SourceQuestion): string {
    const { slug: _, ...content } = question
    const validName = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted) && wanted.length <= 70 ? wanted : ''
    const base = validName || `q-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)}`
    let slug = base
    for (let n = 2; this.taken.has(slug); n++) slug = `${base}-${n}`
    this.taken.add(slug)
    return slug
  }
}
