import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** How long the files of a build are kept after the first start of another one. */
const keptSeconds = 30 * 86_400
/** mtime of files that belong to the current build. */
const inUse = 0

/**
 * Folder of the files of this and previous builds. Clients opened before an upgrade still request the files of their
 * build, and the new server's image contains only its own.
 */
export const previousAssets = (dataDir: string) => join(dataDir, 'builds')

/** Folders of the web build whose file names contain a content hash: of the student app and of the console. */
export const assetFolders = ['assets', 'console/assets'] as const
type AssetFolder = (typeof assetFolders)[number]

/** Copies this build's files to the folder. Servers that share it may do so concurrently. */
export async function storeAssets(
  assets: string,
  dataDir: string,
  now: number,
  name: AssetFolder = 'assets',
): Promise<void> {
  const folder = join(previousAssets(dataDir), name)
  await mkdir(folder, { recursive: true })
  const own = new Set(await readdir(assets).catch(() => []))
  const kept = await readdir(folder)
  for (const name of own) {
    const file = join(folder, name)
    if (!kept.includes(name)) {
      // Renamed when complete, so it is never read half written.
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
    // Another server may have just removed it.
    if (since === inUse) await utimes(file, now, now).catch(() => {})
    else if (since < now - keptSeconds) await rm(file, { force: true })
  }
}
