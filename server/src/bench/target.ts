import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { serverRoot } from '../root'

/** Starts one of the bench's servers in a process of its own and answers its address. */
export function startTarget(
  name: string,
  url: string,
  settings: Record<string, string> = {},
): Promise<{ base: string; pid: number; stop(): void }> {
  const child: ChildProcess = fork(join(serverRoot, 'dist/commands/bench-target.js'), [name, url], {
    // As scripts/start.mjs starts the server; references have it no worse.
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
