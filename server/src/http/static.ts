import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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
