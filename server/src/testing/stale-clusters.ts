import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, readPostmaster, runsOn } from '../db/embedded-postmaster'
import { fastFolder, testFolders } from './fast-folder'

const prefix = 'dxx-test-'

/** Prefix of the folder of a test run's PostgreSQL, for `mkdtemp`. */
export const ownFolder = () => join(fastFolder(), `${prefix}${process.pid}-`)

/** Stops and removes the PostgreSQL servers of killed test runs. */
export async function removeStaleClusters(): Promise<void> {
  for (const parent of testFolders)
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
      if (!pid || isAlive(Number(pid))) continue
      const cluster = join(parent, name, 'postgres')
      const left = await readPostmaster(cluster).catch(() => null)
      if (left && (await runsOn(cluster, left.pid))) process.kill(left.pid, 'SIGQUIT')
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 })
    }
}
