import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { repoRoot } from '../../../server/src/base/paths'

/** Starts one of the benchmark servers in its own process. Returns its URL. */
export function startTarget(
  name: string,
  url: string,
  settings: Record<string, string> = {},
): Promise<{ base: string; pid: number; stop(): void }> {
  const child: ChildProcess = fork(join(repoRoot, 'verify/dist/commands/bench-target.js'), [name, url], {
    // Same flag as in scripts/start.mjs, also for the reference servers.
    execArgv: ['--max-semi-space-size=64'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...settings },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (port) =>
      resolve({ base: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() }),
    )
    child.once('exit', (code) => reject(new Error(`bench target ${name} ended with ${code}`)))
  })
}
