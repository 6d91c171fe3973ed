import { createHmac, timingSafeEqual } from 'node:crypto'
import { withMedia } from '@dxx/contract/rules/media'

/** Longer than a lesson, shorter than a link that is passed around is worth. */
const lifeSeconds = 6 * 3600
/** Links of the same quarter of an hour are the same, so that browsers find what they have. */
const step = 900

/** What a signature covers: a file, or a folder with all that lies in it. */
const baseOf = (key: string) => key.split('/').slice(0, 2).join('/')

const sign = (secret: string, base: string, expiresAt: number) =>
  createHmac('sha256', secret).update(`media ${expiresAt} ${base}`).digest('base64url').slice(0, 24)

/** Things that anybody may see: their address says what is in them and never changes. */
export const publicUrl = (key: string) => `/media/${key}`

/** Until when links that are made now are good. */
export const linksExpireAt = (now: number) => Math.ceil((now + lifeSeconds) / step) * step

/** Things that are paid for or private. Whoever hands this out has checked that the user may have them. */
export function signedUrl(secret: string, key: string, now: number): string {
  const expiresAt = linksExpireAt(now)
  return `/media/s/${expiresAt}.${sign(secret, baseOf(key), expiresAt)}/${key}`
}

/** The right kind of address for a stored key. */
export function mediaUrl(secret: string, key: string, now: number): string {
  return key.startsWith('p/') ? publicUrl(key) : signedUrl(secret, key, now)
}

export function isSigned(secret: string, token: string, key: string, now: number): boolean {
  const [expires = '', signature = ''] = token.split('.')
  const expiresAt = Number(expires)
  if (!/^\d{1,12}$/.test(expires) || expiresAt <= now) return false
  const expected = Buffer.from(sign(secret, baseOf(key), expiresAt))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Stored HTML names media by key (`media:f/…`); this answers the addresses that one reader may use for a while. */
export function mediaUrlsIn(secret: string, html: string, now: number): Record<string, string> {
  const keys = new Set([...html.matchAll(/media:([a-z]\/[A-Za-z0-9._/-]+)/g)].map(([, key]) => key!))
  return Object.fromEntries([...keys].map((key) => [key, mediaUrl(secret, key, now)]))
}

export const withMediaUrls = (secret: string, html: string, now: number) =>
  withMedia(html, mediaUrlsIn(secret, html, now))
