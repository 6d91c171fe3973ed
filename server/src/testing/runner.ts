import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { EmbeddedRunner } from '../adapters/runner/embedded'
import type { engineLimits } from '../runner/limits'
import { bundleWith } from './bundle'
import { silent } from './database'
import { runnerData } from './shared-runtimes'

const parts = ['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile']

interface Options {
  workers?: number
  /** Overrides limits of the host, because with those of production tests would take too long. */
  changed?: Partial<Record<keyof typeof engineLimits, number>>
}

/** Bundles the host programs and creates a runner for them. */
export async function startTestRunner({ workers = 1, changed = {} }: Options = {}) {
  const { folder, remove } = await bundleWith([withLimits(changed)], ...parts.map((name) => `runner/${name}.ts`))
  const runner = new EmbeddedRunner({
    workers,
    dataDir: runnerData,
    log: silent,
    hostFile: join(folder, 'host.js'),
    nice: 0,
  })
  return {
    runner,
    folder,
    async close() {
      await runner.close()
      await remove()
    },
  }
}

let shared: ReturnType<typeof startTestRunner> | undefined

/**
 * Returns one runner with one slot for all test files of a process, because each host loads its own compilers, which
 * takes seconds of CPU time. The host ends with the process. Tests that stop a host or count threads start their own.
 */
export function sharedTestRunner() {
  shared ??= startTestRunner()
  return shared
}

function withLimits(changed: object): Plugin {
  return {
    name: 'limits',
    setup: (build) =>
      build.onLoad({ filter: /runner\/limits\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        return { contents: `${source}\nObject.assign(engineLimits, ${JSON.stringify(changed)})`, loader: 'ts' }
      }),
  }
}
