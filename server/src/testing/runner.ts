import { join } from 'node:path'
import { EmbeddedRunner } from '../adapters/runner/embedded'
import { serverRoot } from '../root'
import { bundle } from './bundle'
import { silent } from './database'

const parts = ['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile']

/** The runner's host, and its workers beside it. */
export async function startTestRunner({ workers = 1 } = {}) {
  const { folder, remove } = await bundle(...parts.map((name) => `runner/${name}.ts`))
  // What takes long to make is kept from one run to the next, as it is in production.
  const dataDir = join(serverRoot, 'dist/test-data')
  const runner = new EmbeddedRunner({ workers, dataDir, log: silent, hostFile: join(folder, 'host.js'), nice: 0 })
  return {
    runner,
    folder,
    async close() {
      await runner.close()
      await remove()
    },
  }
}
