import { createHmac, randomInt } from 'node:crypto'

/** No characters that look alike: codes are typed from cards. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 16 characters out of 31 have 79 bits of entropy. */
const length = 16

export function newCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Printed form: ABCD-EFGH-JKMN-PQRS. */
export const printed = (code: string) => code.match(/.{1,4}/g)!.join('-')

/** Normalises a typed or scanned code, or a link with `code=`, to its stored form; null if invalid. */
export function normaliseCode(text: string): string | null {
  const linked = /[?&]code=([^&#]+)/.exec(text)?.[1]
  let plain = linked ?? text
  try {
    if (linked) plain = decodeURIComponent(linked)
  } catch {
    return null
  }
  const code = plain
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_]/gu, '')
  return /^[0-9A-Z]{8,32}$/.test(code) ? code : null
}

/** Peppered with the server's secret, so that a leaked database does not reveal valid codes. */
export function codeHash(secret: string, code: string): Buffer {
  const pepper = createHmac('sha256', secret).update('coupon code').digest()
  return createHmac('sha256', pepper).update(code).digest()
}
