import { existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { repoRoot } from '../base/paths'
import type { Config } from '../config'
import { assetFolders, previousAssets } from './previous-assets'

export const webDist = join(repoRoot, 'web', 'dist')

/**
 * Serves the web build. Files in the asset folders have a content hash in their name and never change; browsers must
 * revalidate all other files.
 */
export async function staticFiles(
  app: FastifyInstance,
  { dataDir }: Pick<Config, 'dataDir'>,
  build = webDist,
): Promise<void> {
  if (!existsSync(build)) return
  const previous = previousAssets(dataDir)
  await app.register(fastifyStatic, {
    root: build,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = [build, previous].some((root) => assetFolders.some((name) => path.startsWith(join(root, name))))
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The folder of previous builds is not a second root of the plugin: for a file of this build without a compressed
  // copy, the plugin would search that folder in vain.
  for (const folder of assetFolders)
    app.get<{ Params: { name: string } }>(`/${folder}/:name(^[\\w.-]+$)`, async ({ params: { name } }, reply) => {
      const isOurs = await access(join(build, folder, name)).then(
        () => true,
        () => false,
      )
      return reply.sendFile(`${folder}/${name}`, isOurs ? build : previous)
    })
  consolePages(app, build)
}

/** Serves the staff console's page for all URLs below /console/ except files: the console's router reads the URL. */
function consolePages(app: FastifyInstance, build: string): void {
  app.get('/console', (request, reply) => reply.redirect(`/console/${request.url.slice('/console'.length)}`))
  for (const url of ['/console/', '/console/*'])
    app.get(url, (request, reply) => {
      const [path = ''] = request.url.split('?')
      if (/^\/console\/assets\/|\.\w+$/.test(path)) return reply.callNotFound()
      return reply.sendFile('console/index.html', build)
    })
}

/**
 * Serves WeChat's domain verification files (MP_verify_….txt and those of mini-programs). Staff put them into `verify`
 * in the data folder. If the server responded to any other name, strangers could claim the domain for their account.
 */
export function domainProofs(app: FastifyInstance, { dataDir }: Config): void {
  app.get<{ Params: { name: string } }>('/:name(^[\\w-]+\\.txt$)', async (request, reply) => {
    const proof = await readFile(join(dataDir, 'verify', request.params.name)).catch(() => null)
    if (!proof) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(proof)
  })
}
