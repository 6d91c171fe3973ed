import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'
import { repoRoot } from '../root'

export const webDist = join(repoRoot, 'web', 'dist')

/** The web build. Names under /assets carry a hash of their content and never change; everything else is asked anew. */
export async function staticFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(webDist)) return
  await app.register(fastifyStatic, {
    root: webDist,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(webDist, 'assets'))
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/**
 * Files by which WeChat checks that a domain is ours (MP_verify_….txt and those of mini-programs). The operator puts
 * them into the data folder; answering any such name would let strangers claim the domain for their own account.
 */
export function domainProofs(app: FastifyInstance, { dataDir }: Config): void {
  app.get<{ Params: { name: string } }>('/:name(^[\\w-]+\\.txt$)', async (request, reply) => {
    const proof = await readFile(join(dataDir, 'verify', request.params.name)).catch(() => null)
    if (!proof) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(proof)
  })
}
