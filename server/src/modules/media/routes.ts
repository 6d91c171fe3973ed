import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, ReadLink } from '../../adapters/storage/storage'
import type { Environment } from '../../context'
import { plainReply } from '../../http/plain-reply'
import { mediaAccess, recordDelivery } from '../access/public'
import { readLink, studioRecipient } from './links'
import { segmentShare } from './segments'
import { shareImage } from './share-image'
import { typeOf } from './types'

const notAllowed = '没有权限观看，请刷新页面'
const key = /^[a-z]\/[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,2}$/

/** /media: public files, pictures of share cards and signed files. */
export function mediaRoutes(app: FastifyInstance, env: Environment): void {
  app.get('/media/p/*', { compress: false }, async (request, reply) => {
    const path = `p/${(request.params as { '*': string })['*']}`
    if (!key.test(path)) return missing(reply)
    // Avatars (`p/u…`) can be deleted, so they are cached for one day only; other files never change.
    const days = path.startsWith('p/u') ? 1 : 365
    const caching = `public, max-age=${days * 86_400}, immutable`
    const expiresAt = env.clock.now() + 86_400
    return answer(env, request, reply, path, { caching, handedOverUntil: expiresAt })
  })

  app.get('/media/share/*', { compress: false }, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const image = await shareImage(env.storage, path)
    if (!image) return missing(reply)
    return reply
      .headers({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(image)
  })

  app.get('/media/s/:token/*', { compress: false }, async (request, reply) => {
    const { token, '*': path } = request.params as { token: string; '*': string }
    if (!key.test(path) || !/^[fv]\//.test(path)) return missing(reply)
    const now = env.clock.now()
    const link = readLink(env.config.secret, token, path, now)
    if (!link) return plainReply(reply, 403, '链接已过期，请刷新页面')
    const isStudio = link.user === studioRecipient
    const { allowed, paid } = isStudio ? { allowed: true, paid: [] } : await mediaAccess(env.db, link.user, path, now)
    if (!allowed) return plainReply(reply, 403, notAllowed)
    // Playlists are not cached, so that a revoked entitlement takes effect.
    const caching = path.endsWith('.m3u8') ? 'private, no-store' : `private, max-age=${link.expiresAt - now}`
    const mayHave = paid.length > 0 ? await meter(env, paid, path) : undefined
    // Playlists are sent by this server: they are small, and each request checks the entitlement. Whole paid files are
    // metered while they are sent.
    const isOurs = path.endsWith('.m3u8') || (mayHave && !path.startsWith('v/'))
    return answer(env, request, reply, path, { caching, mayHave, handedOverUntil: isOurs ? null : link.expiresAt })
  })
}

/** Bytes sent between two entitlement checks. */
const pieceBytes = 1024 * 1024

type Paid = Awaited<ReturnType<typeof mediaAccess>>['paid']

/**
 * Returns a function that records the next bytes of paid content and returns whether they may be sent. A segment of a
 * streamed video counts by its share of the length, because each rendition alone is the whole video.
 */
async function meter({ db, clock, storage }: Environment, paid: Paid, path: string) {
  const size = path.startsWith('v/') ? await storage.size(path) : null
  const share = size === null ? null : (await segmentShare(storage, path)) / Math.max(1, size)
  return async (bytes: number): Promise<boolean> => {
    let allowed = false
    for (const place of paid) {
      const counted = { bytes: share === null ? bytes : bytes * share * place.bytes }
      allowed = (await recordDelivery(db, place, counted, clock.now())) || allowed
    }
    return allowed
  }
}

interface Answered {
  caching: string
  /**
   * Called before bytes are sent; returns whether they may be sent. Called with a negative number if recorded bytes
   * were not sent.
   */
  mayHave?(bytes: number): Promise<boolean>
  /** End of a link by which nginx or the storage service may send the file; null if this server must send it. */
  handedOverUntil: number | null
}

async function answer(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { caching, mayHave, handedOverUntil }: Answered,
) {
  const storage = env.storage
  const size = await storage.size(path)
  if (size === null) return missing(reply)
  const { mime, shown } = typeOf(path)
  const attached = shown ? undefined : disposition((request.query as { name?: unknown }).name)
  // The name is derived from the content, so it serves as the ETag.
  const etag = `"${path}"`
  reply.headers({
    'content-type': mime,
    'cache-control': caching,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  if (attached) {
    reply.header('content-disposition', attached)
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
  }
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()

  const rangeHeader =
    request.headers['if-range'] && request.headers['if-range'] !== etag ? undefined : request.headers.range
  const range = rangeHeader ? parseRange(rangeHeader, size) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send()
  }
  const length = range ? range.end - range.start + 1 : size
  if (handedOverUntil !== null && env.config.mediaFrom !== 'server') {
    if (mayHave && request.method !== 'HEAD' && !(await mayHave(length))) return plainReply(reply, 403, notAllowed)
    return handOver(env, reply, path, { mime, caching, disposition: attached, expiresAt: handedOverUntil })
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', length)
  // An empty stream keeps the content-length header; an empty response would set it to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const body = await storage.read(path, range ?? undefined)
  return reply.send(mayHave ? Readable.from(metered(body, length, mayHave), { objectMode: false }) : body)
}

/** Lets nginx send a local file, or redirects the browser to the storage service; both handle ranges. */
async function handOver(env: Environment, reply: FastifyReply, path: string, link: Omit<ReadLink, 'now'>) {
  // nginx and the storage service set ETags of their own, and caches must not store an empty response as the file.
  reply.removeHeader('etag').removeHeader('accept-ranges')
  if (env.config.mediaFrom === 'nginx') return reply.header('x-accel-redirect', `/stored/${path}`).send('')
  const now = env.clock.now()
  const url = await env.storage.readLink!(path, { ...link, now })
  // A cached redirect must not be used longer than the entitlement check behind it is valid.
  const seconds = Math.max(0, Math.min(link.expiresAt - now, 300))
  return reply
    .code(302)
    .headers({ location: url, 'cache-control': `private, max-age=${seconds}` })
    .send()
}

/** Forwards the body in pieces; ends the connection if the entitlement ends during the transfer. */
async function* metered(body: Readable, length: number, mayHave: (bytes: number) => Promise<boolean>) {
  let [written, sent] = [0, 0]
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (sent + chunk.length > written) {
        const next = Math.max(chunk.length, Math.min(pieceBytes, length - written))
        if (!(await mayHave(next))) throw new Error('the right to have it has ended')
        written += next
      }
      sent += chunk.length
      yield chunk
    }
  } finally {
    if (written > sent) await mayHave(sent - written)
  }
}

/** Parses a single range; several ranges are answered with the whole file, as the standard allows. */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

function disposition(name: unknown): string {
  if (typeof name !== 'string' || name === '') return 'attachment'
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.slice(0, 150)).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
}

const missing = (reply: FastifyReply) => plainReply(reply, 404, '文件不存在')
