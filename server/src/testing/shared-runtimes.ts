import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { serverRoot } from '../base/paths'

/** Data folder of the runners under test; it is kept between test runs, as in production. */
export const runnerData = join(serverRoot, 'dist/test-data')

/**
 * Lets a server with its own data folder use the precompiled C++ headers of earlier tests, because each server would
 * otherwise build them in the background, which takes 30 s of CPU time.
 */
export function shareRuntimes(dataDir: string): void {
  const [local, shared] = [dataDir, runnerData].map((folder) => join(folder, 'runtimes')) as [string, string]
  mkdirSync(shared, { recursive: true })
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(local)) symlinkSync(shared, local)
}
