import { createHash } from 'node:crypto'
import { stableId } from '../ids'
import type { SourceQuestion } from './model'

export const questionUid = ({ kind, slug }: { kind: string; slug: string }, question: string) =>
  stableId('question', `${kind}/${slug}/${question}`)

/** Gives items of a file names of their own: theirs where it can be used, else one made from what they say. */
export class Slugs {
  private readonly taken = new Set<string>()

  name(wanted: string, question: SourceQuestion): string {
    const { slug: _, ...said } = question
    const own = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted) && wanted.length <= 70 ? wanted : ''
    const base = own || `q-${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)}`
    let slug = base
    for (let n = 2; this.taken.has(slug); n++) slug = `${base}-${n}`
    this.taken.add(slug)
    return slug
  }
}
