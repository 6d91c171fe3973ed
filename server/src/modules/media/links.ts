import { createHmac, timingSafeEqual } from 'node:crypto'
import { withMedia } from '@dxx/contract/rules/media'

/** Lifetime of links to images and attachments: longer than a page is read, too short for sharing the links. */
const lifeSeconds = 6 * 3600
/** Links to a lesson's media live for the length of the media and this many seconds more. */
const afterLesson = 900
/** Links created within the same 15 minutes are equal, so that browsers can cache the files. */
const step = 900

/** Recipient and media of a link. */
export interface LinkTo {
  /** Uid of the user; omitted in texts that all users share, such as exam papers. */
  user?: string
  /** Length of the media in seconds. */
  lesson?: number
}

const everybody = 'all'
/** Recipient of links that the studio creates for staff who may edit the content, whether they bought it or not. */
export const studioRecipient = 'studio'

/** Scope of a signature: a file, or a folder with all its files. */
const baseOf = (key: string) => key.split('/').slice(0, 2).join('/')

const sign = (secret: string, base: string, expiresAt: number, user: string) =>
  createHmac('sha256', secret).update(`media ${expiresAt} ${user} ${base}`).digest('base64url').slice(0, 24)

/** URL of a public file, whose key is derived from its content and never changes. */
export const publicUrl = (key: string) => `/media/${key}`

/** Expiry of links created now, rounded up to a step to keep links equal and cacheable; for a lesson, after its length. */
export const linksExpireAt = (now: number, lesson?: number) =>
  lesson === undefined ? Math.ceil((now + lifeSeconds) / step) * step : now + Math.ceil(lesson) + afterLesson

/** URL of a paid or private file. The caller has checked the user's access. */
export function signedUrl(secret: string, key: string, now: number, { user = everybody, lesson }: LinkTo = {}): string {
  const expiresAt = linksExpireAt(now, lesson)
  return `/media/s/${expiresAt}.${user}.${sign(secret, baseOf(key), expiresAt, user)}/${key}`
}

/** Public or signed URL of a stored key. */
export function mediaUrl(secret: string, key: string, now: number, to?: LinkTo): string {
  return key.startsWith('p/') ? publicUrl(key) : signedUrl(secret, key, now, to)
}

/** Returns recipient and expiry of a link; null if invalid or expired. */
export function readLink(secret: string, token: string, key: string, now: number) {
  const [expires = '', user = '', signature = ''] = token.split('.')
  const expiresAt = Number(expires)
  if (!/^\d{1,12}$/.test(expires) || expiresAt <= now) return null
  const expected = Buffer.from(sign(secret, baseOf(key), expiresAt, user))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { user, expiresAt } : null
}

/** Returns the keys of the media that stored HTML refers to (`media:f/…`). */
export const mediaKeysIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/media:([a-z]\/[A-Za-z0-9._/-]+)/g)].map(([, key]) => key!)),
]

/** Returns the temporary URLs of the media in a text, for one user. */
const mediaUrlsIn = (secret: string, html: string, now: number, to?: LinkTo): Record<string, string> =>
  Object.fromEntries(mediaKeysIn(html).map((key) => [key, mediaUrl(secret, key, now, to)]))

export const withMediaUrls = (secret: string, html: string, now: number, to?: LinkTo) =>
  withMedia(html, mediaUrlsIn(secret, html, now, to))
