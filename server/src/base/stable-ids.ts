import { createHash } from 'node:crypto'

/** Derives the same id from the same slug on every machine, so that links to content work everywhere. */
export function stableId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`duoxiangxue ${kind} ${slug}`).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Characters of printed codes. No letter can be mistaken for a digit, because users type the codes from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Short code printed beside a resource. Derived from the resource's id, so that codes in printed books stay valid. */
export function printedCode(uid: string): string {
  const hash = createHash('sha256').update(`printed ${uid}`).digest()
  return Array.from({ length: 8 }, (_, i) => alphabet[hash.readUInt16BE(2 * i) % alphabet.length]).join('')
}

/** Kind and slug of a curriculum; the ids of its chapters and resources are derived from both. */
export interface CurriculumRef {
  kind: string
  slug: string
}

export const chapterUid = ({ kind, slug }: CurriculumRef, chapter: string) =>
  stableId('chapter', `${kind}/${slug}/${chapter}`)

export const resourceUid = ({ kind, slug }: CurriculumRef, resource: string) =>
  stableId('resource', `${kind}/${slug}/${resource}`)

export const questionUid = ({ kind, slug }: { kind: string; slug: string }, question: string) =>
  stableId('question', `${kind}/${slug}/${question}`)
