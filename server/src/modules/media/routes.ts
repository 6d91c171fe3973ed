import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../adapters/storage/local'
import { type ByteRange, storageOf } from '../../adapters/storage/storage'
import { readUploadToken, type UploadGrant } from '../../adapters/storage/upload-token'
import type { Environment } from '../../context'
import { receiveUpload } from '../uploads/public'
import { isSigned } from './links'
import { typeOf } from './types'

const key = /^[a-z]\/[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,2}$/

/** /media: public files, signed files, and the place where browsers put uploads when files lie in our own folder. */
export async function mediaRoutes(app: FastifyInstance, env: Environment): Promise<void> {
  app.get('/media/p/*', { compress: false }, async (request, reply) => {
    const path = `p/${(request.params as { '*': string })['*']}`
    if (!key.test(path)) return missing(reply)
    // Pictures of people can go; what is content never changes.
    const days = path.startsWith('p/u') ? 1 : 365
    return answer(env, request, reply, path, `public, max-age=${days * 86_400}, immutable`)
  })

  app.get('/media/s/:token/*', { compress: false }, async (request, reply) => {
    const { token, '*': path } = request.params as { token: string; '*': string }
    if (!key.test(path) || !/^[fv]\//.test(path)) return missing(reply)
    const now = env.clock.now()
    if (!isSigned(env.config.secret, token, path, now)) return plain(reply, 403, '链接已过期，请刷新页面')
    const left = Number(token.split('.')[0]) - now
    return answer(env, request, reply, path, `private, max-age=${left}`)
  })

  await app.register(async (uploads) => {
    // Files come as they are; the handler reads the stream itself and stops it where it is too long.
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // A wildcard, since a named parameter may not be as long as a token.
    uploads.put('/media/upload/*', { compress: false }, (request, reply) => receive(env, request, reply))
  })
}

async function answer(env: Environment, request: FastifyRequest, reply: FastifyReply, path: string, caching: string) {
  const storage = storageOf(env.config)
  const size = await storage.size(path)
  if (size === null) return missing(reply)
  const { mime, shown } = typeOf(path)
  // The name is derived from the content, so it is the tag as well.
  const etag = `"${path}"`
  reply.headers({
    'content-type': mime,
    'cache-control': caching,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  if (!shown) {
    reply.header('content-disposition', disposition((request.query as { name?: unknown }).name))
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
  }
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()

  const asked = request.headers['if-range'] && request.headers['if-range'] !== etag ? undefined : request.headers.range
  const range = asked ? parseRange(asked, size) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send()
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // An empty stream: an empty answer would set its own length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await storage.read(path, range ?? undefined))
}

/** One range, as players ask for; several at once are answered with the whole file, as the standard allows. */
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

async function receive(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const grant = readUploadToken(env.config.secret, (request.params as { '*': string })['*'], env.clock.now())
  if (!grant) return plain(reply, 403, '上传链接已失效，请重新选择文件')
  const folder = temporaryFolder(env.config)
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true })
  // Where nothing was sent at all there is no stream.
  const body = (request.body as NodeJS.ReadableStream | undefined) ?? Readable.from([])
  const outcome = await takeBody(env, body, grant, path).finally(() => {
    // Not heard to its end: the connection is ended with the answer, or whatever came next on it would be cut off later.
    if (!request.raw.complete) reply.header('connection', 'close')
    return rm(path, { force: true })
  })
  if (outcome === 'wrong-size') return plain(reply, 413, '文件大小与所说的不符，请重新选择文件')
  if (outcome === 'used') return plain(reply, 409, '这个上传链接已经用过，请重新选择文件')
  return reply.code(204).send()
}

async function takeBody(env: Environment, body: NodeJS.ReadableStream, { key, bytes }: UploadGrant, path: string) {
  try {
    await pipeline(body, exactly(bytes), createWriteStream(path))
  } catch (error) {
    if (error instanceof WrongSize) return 'wrong-size'
    throw error
  }
  return (await receiveUpload(env, key, path)) ? 'received' : 'used'
}

class WrongSize extends Error {}

function exactly(bytes: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen > bytes ? new WrongSize() : null, chunk)
    },
    flush(done) {
      done(seen === bytes ? null : new WrongSize())
    },
  })
}

const missing = (reply: FastifyReply) => plain(reply, 404, '文件不存在')

function plain(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}
