import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Config } from '../config'
import type { TestApp } from './app'
import { bundleWith } from './bundle'
import { testUrl } from './database'

export interface SeparateProcessInput {
  url: string
  config: Config
  now: number
}

/** Bundles of the unchanged sources by program, shared by the test files of one process. */
const bundles = new Map<string, ReturnType<typeof bundleWith>>()

async function bundleOf(program: string, plugins: Plugin[]) {
  if (plugins.length > 0) return bundleWith(plugins, program)
  const bundle = bundles.get(program) ?? bundleWith([], program)
  bundles.set(program, bundle)
  // The test run removes the folder at its end.
  return { folder: (await bundle).folder, remove: async () => {} }
}

/** Starts more servers or another program as separate processes, which can be killed, on the database of a test. */
export async function separateProcesses(
  { db, env, clock }: Pick<TestApp, 'db' | 'env' | 'clock'>,
  plugins: Plugin[] = [],
  program = 'testing/separate-process.fixture.ts',
) {
  const { folder, remove } = await bundleOf(program, plugins)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const ownUrl = testUrl(inject('pgUrl'), rows[0]!.name)
  const children: ChildProcess[] = []
  return {
    async start(url = ownUrl, variables = {}): Promise<{ child: ChildProcess; base: string }> {
      const input: SeparateProcessInput = { url, config: env.config, now: clock.now() }
      const child = spawn(process.execPath, [join(folder, basename(program).replace(/ts$/, 'js'))], {
        env: { ...process.env, ...variables, OWN_PROCESS: JSON.stringify(input) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      const [port] = await once(child.stdout!, 'data')
      return { child, base: `http://127.0.0.1:${String(port).trim()}` }
    },
    async remove(): Promise<void> {
      for (const child of children) child.kill('SIGKILL')
      await remove()
    },
  }
}
