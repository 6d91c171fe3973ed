import { createHmac, timingSafeEqual } from 'node:crypto'

export interface UploadGrant {
  key: string
  bytes: number
  expiresAt: number
}

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(`upload ${text}`).digest('base64url')

/** Returns a signed upload grant for a URL. It contains key, size and expiry, so that nothing is stored. */
export function uploadToken(secret: string, { key, bytes, expiresAt }: UploadGrant): string {
  const text = Buffer.from(`${key} ${bytes} ${expiresAt}`).toString('base64url')
  return `${text}.${sign(secret, text)}`
}

/** Returns the grant of a token, or null if the signature is invalid or the grant has expired. */
export function readUploadToken(secret: string, token: string, now: number): UploadGrant | null {
  const [text = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [key = '', bytes, expiresAt] = Buffer.from(text, 'base64url').toString().split(' ')
  const grant = { key, bytes: Number(bytes), expiresAt: Number(expiresAt) }
  return grant.expiresAt > now ? grant : null
}
