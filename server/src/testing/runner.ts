import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { EmbeddedRunner } from '../adapters/runner/embedded'
import { serverRoot } from '../root'
import { silent } from './database'

const entryPoints = ['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile']

/** The runner's host built from the sources as they are, so that tests never meet an old build. */
export async function startTestRunner({ workers = 1 } = {}) {
  const folder = join(serverRoot, 'dist', `test-${randomBytes(6).toString('hex')}`)
  await build({
    entryPoints: entryPoints.map((name) => join(serverRoot, 'src/runner', `${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    alias: { '@dxx/contract': join(serverRoot, '../contract/src') },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  })
  // What takes long to make is kept from one run to the next, as it is in production.
  const dataDir = join(serverRoot, 'dist/test-data')
  const runner = new EmbeddedRunner({ workers, dataDir, log: silent, hostFile: join(folder, 'host.js'), nice: 0 })
  return {
    runner,
    folder,
    async close() {
      await runner.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
