import { createHash } from 'node:crypto'

/** The same slug gets the same id on every machine, so that links to content hold everywhere. */
export function stableId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`duoxiangxue ${kind} ${slug}`).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** No letters that are mistaken for digits: people type these from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The short code printed beside a resource. Derived from its identity, so that printed books stay right. */
export function printedCode(uid: string): string {
  const hash = createHash('sha256').update(`printed ${uid}`).digest()
  return Array.from({ length: 8 }, (_, i) => alphabet[hash.readUInt16BE(2 * i) % alphabet.length]).join('')
}

/** What a chapter or resource of a curriculum is known by. */
export interface CurriculumRef {
  kind: string
  slug: string
}

export const chapterUid = ({ kind, slug }: CurriculumRef, chapter: string) =>
  stableId('chapter', `${kind}/${slug}/${chapter}`)

export const resourceUid = ({ kind, slug }: CurriculumRef, resource: string) =>
  stableId('resource', `${kind}/${slug}/${resource}`)
