import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, '', `question ${use}`, 32))
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

export const newSeed = () => randomBytes(16)

/**
 * Ids of one paper, derived from its seed with a server-side key: nothing is stored, an id reveals nothing about its
 * item, and ids of two papers are unrelated.
 */
export class PaperIds {
  private readonly key: Buffer

  constructor(
    secret: string,
    readonly seed: Buffer,
  ) {
    this.key = keyOf(secret, 'ids')
  }

  /** Returns the id of an item: `place` names the item within a question version, such as `o2` or `p0.o2`. */
  id(versionId: number, place: string): string {
    const hash = createHmac('sha256', this.key).update(this.seed).update(`${versionId} ${place}`).digest()
    return Array.from({ length: 10 }, (_, i) => base32[hash[i]! % 32]).join('')
  }
}

/** Paper data the client returns on submission. Encrypted and authenticated. */
export interface Paper {
  kind: 'question' | 'test'
  userId: number
  /** Chapter of a chapter test; null for other papers. */
  chapterId: number | null
  seed: Buffer
  versionIds: number[]
}

const algorithm = 'aes-256-gcm'

export function sealPaper(secret: string, { kind, userId, chapterId, seed, versionIds }: Paper): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, keyOf(secret, 'papers'), nonce)
  const text = JSON.stringify([kind, userId, chapterId, seed.toString('base64'), versionIds])
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a token; returns null for tokens that were not issued by `sealPaper`. */
export function openPaper(secret: string, token: string): Paper | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv(algorithm, keyOf(secret, 'papers'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    const text = decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    const [kind, userId, chapterId, seed, versionIds] = JSON.parse(text)
    return { kind, userId, chapterId, seed: Buffer.from(seed, 'base64'), versionIds }
  } catch {
    return null
  }
}
