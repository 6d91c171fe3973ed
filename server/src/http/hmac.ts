import { createHmac, hash } from 'node:crypto'

const block = 64
const digestBytes = 32
/** For longer texts, which are rare, the objects of createHmac cost little beside the hashing. */
const mostBytes = 2048

/** Reused for every call, which is safe because no other call can run while they are in use. */
const key = Buffer.alloc(block)
const inner = Buffer.alloc(block + mostBytes)
const outer = Buffer.alloc(block + digestBytes)
/** Beginnings of `inner` by length: creating a view takes as long as hashing it. */
const beginnings: (Buffer | undefined)[] = []

/**
 * HMAC-SHA256 (RFC 2104) as lower-case hex, for short texts by two one-shot hashes without new buffers: createHmac takes
 * twice as long. `head` is ASCII.
 */
export function hmacSha256(secret: string, head: string, payload: Buffer | string): string {
  const most = head.length + (typeof payload === 'string' ? 3 : 1) * payload.length
  if (secret.length > block || most > mostBytes || !/^[\w-]*$/.test(secret))
    return createHmac('sha256', secret).update(head).update(payload).digest('hex')
  key.fill(0, key.write(secret, 'latin1'))
  for (let i = 0; i < block; i++) {
    inner[i] = key[i]! ^ 0x36
    outer[i] = key[i]! ^ 0x5c
  }
  let end = block + inner.write(head, block, 'latin1')
  end += typeof payload === 'string' ? inner.write(payload, end, 'utf8') : payload.copy(inner, end)
  const beginning = beginnings[end] ?? inner.subarray(0, end)
  beginnings[end] = beginning
  // As text, because a new buffer for the digest takes longer than the hash.
  outer.write(hash('sha256', beginning, 'binary'), block, 'latin1')
  return hash('sha256', outer, 'hex')
}

/** Compares two texts of the same expected length in a time that does not depend on where they differ. */
export function equalText(a: string, b: string): boolean {
  let differences = a.length ^ b.length
  for (let i = 0; i < a.length; i++) differences |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return differences === 0
}
