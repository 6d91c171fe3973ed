import { createHash } from 'node:crypto'

/** Derives the same id from the same slug on every machine, so that links to content work everywhere. */
export function stableId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`duoxiangxue ${kind} ${slug}`).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** No letters that can be mistaken for digits: users type these from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Short code printed beside a resource. Derived from its id, so that printed books stay valid. */
export function printedCode(uid: string): string {
  const hash = createHash('sha256').update(`printed ${uid}`).digest()
  return Array.from({ length: 8 }, (_, i) => alphabet[hash.readUInt16BE(2 * i) % alphabet.length]).join('')
}

/** Identity of a curriculum, for ids of its chapters and resources. */
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
