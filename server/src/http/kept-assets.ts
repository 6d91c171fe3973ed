import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** How long the files of a build stay after the first start of another one. */
const keptSeconds = 30 * 86_400
/** The time of a file that the build of the last start has. */
const inUse = 0

/**
 * Below it are the files of this build and of those before it. Windows that were opened before an upgrade still ask for what
 * they began with, and the new server, in an image of its own, has only what it was built with.
 */
export const keptAssets = (dataDir: string) => join(dataDir, 'builds')

/** Puts this build's files with the others. Servers that share the folder may do so at once. */
export async function keepAssets(assets: string, dataDir: string, now: number): Promise<void> {
  const folder = join(keptAssets(dataDir), 'assets')
  await mkdir(folder, { recursive: true })
  const own = new Set(await readdir(assets).catch(() => []))
  const kept = await readdir(folder)
  for (const name of own) {
    const file = join(folder, name)
    if (!kept.includes(name)) {
      // Never seen half written.
      const unfinished = join(folder, `.${randomUUID()}`)
      await copyFile(join(assets, name), unfinished)
      await rename(unfinished, file)
    }
    await utimes(file, inUse, inUse)
  }
  for (const name of kept) {
    if (own.has(name)) continue
    const file = join(folder, name)
    const since = await stat(file).then(
      ({ mtimeMs }) => mtimeMs / 1000,
      () => now,
    )
    // Another server may have removed it just now.
    if (since === inUse) await utimes(file, now, now).catch(() => {})
    else if (since < now - keptSeconds) await rm(file, { force: true })
  }
}
