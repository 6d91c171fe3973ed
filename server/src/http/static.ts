import { existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'
import { repoRoot } from '../root'
import { keptAssets } from './kept-assets'

export const webDist = join(repoRoot, 'web', 'dist')

/** The web build. Names under /assets carry a hash of their content and never change; everything else is asked anew. */
export async function staticFiles(
  app: FastifyInstance,
  { dataDir }: Pick<Config, 'dataDir'>,
  build = webDist,
): Promise<void> {
  if (!existsSync(build)) return
  const kept = keptAssets(dataDir)
  await app.register(fastifyStatic, {
    root: build,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = [build, kept].some((root) => path.startsWith(join(root, 'assets')))
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // Not a second root: the plugin would look there for what this build has not compressed, and find nothing.
  app.get<{ Params: { name: string } }>('/assets/:name(^[\\w.-]+$)', async ({ params: { name } }, reply) => {
    const isOurs = await access(join(build, 'assets', name)).then(
      () => true,
      () => false,
    )
    return reply.sendFile(`assets/${name}`, isOurs ? build : kept)
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
