import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../adapters/storage/local'
import { readUploadToken, type UploadGrant } from '../../adapters/storage/upload-token'
import type { Environment } from '../../context'
import { plainReply } from '../../http/plain-reply'
import { receiveUpload } from './public'

/** PUT /media/upload: receives uploads if files are stored in the data folder. */
export async function uploadRoutes(app: FastifyInstance, env: Environment): Promise<void> {
  await app.register(async (uploads) => {
    // No parser: the handler reads the raw stream and stops it if it is too long.
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // A wildcard, because named parameters are limited to less than a token's length.
    uploads.put('/media/upload/*', { compress: false }, (request, reply) => receive(env, request, reply))
  })
}

/**
 * Upload links whose bytes this server is receiving. A second stream for a link ends the first: many streams at once
 * would fill the disk beyond the quota, and a client that sends again has lost its first connection.
 */
const receiving = new Map<string, AbortController>()

async function receive(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const grant = readUploadToken(env.config.secret, (request.params as { '*': string })['*'], env.clock.now())
  if (!grant) return plainReply(reply, 403, '上传链接已失效，请重新选择文件')
  const folder = temporaryFolder(env.config)
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true })
  // A request without a body has no stream, so an empty one is used.
  const body = (request.body as NodeJS.ReadableStream | undefined) ?? Readable.from([])
  receiving.get(grant.key)?.abort()
  const turn = new AbortController()
  receiving.set(grant.key, turn)
  const outcome = await takeBody(env, body, { ...grant, path, signal: turn.signal }).finally(() => {
    if (receiving.get(grant.key) === turn) receiving.delete(grant.key)
    // If the body was not fully read, the connection ends with the response; later requests on it would be cut off.
    if (!request.raw.complete) reply.header('connection', 'close')
    return rm(path, { force: true })
  })
  if (outcome === 'wrong-size') return plainReply(reply, 413, '文件大小与所说的不符，请重新选择文件')
  if (outcome === 'used') return plainReply(reply, 409, '这个上传链接已经用过，请重新选择文件')
  if (outcome === 'replaced') return plainReply(reply, 409, '文件正从另一个连接上传')
  return reply.code(204).send()
}

interface Arriving extends UploadGrant {
  path: string
  signal: AbortSignal
}

async function takeBody(env: Environment, body: NodeJS.ReadableStream, { key, bytes, path, signal }: Arriving) {
  // The file is opened before the body is read: a stream aborted while opening could create the file after its removal.
  const file = await open(path, 'wx')
  try {
    await pipeline(body, exactly(bytes), file.createWriteStream(), { signal })
  } catch (error) {
    if (error instanceof WrongSize) return 'wrong-size'
    if (signal.aborted) return 'replaced'
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
