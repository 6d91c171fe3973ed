import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, readPostmaster, runsOn } from '../db/embedded-postmaster'

const prefix = 'dxx-test-'

/** Prefix of the folder of a test run's PostgreSQL, for `mkdtemp`. */
export const ownFolder = () => join(tmpdir(), `${prefix}${process.pid}-`)

/** Stops and removes the PostgreSQL servers of killed test runs. */
export async function removeStaleClusters(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const cluster = join(tmpdir(), name, 'postgres')
    const left = await readPostmaster(cluster).catch(() => null)
    if (left && (await runsOn(cluster, left.pid))) process.kill(left.pid, 'SIGQUIT')
    await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 10 })
  }
}
