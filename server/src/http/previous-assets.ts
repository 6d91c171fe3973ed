import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** How long files of a build are kept after the first start of a newer build. */
const keptSeconds = 30 * 86_400
/** mtime of files of the current build; files of previous builds have the time of the upgrade. */
const inUse = 0

/**
 * Folder with the files of the current and of previous builds. Pages opened before an upgrade still request files of
 * their own build, which the image of the new server does not contain.
 */
export const previousAssets = (dataDir: string) => join(dataDir, 'builds')

/** Folders of the web build whose file names contain a content hash: student app and staff console. */
export const assetFolders = ['assets', 'console/assets'] as const
type AssetFolder = (typeof assetFolders)[number]

/** Copies the current build's files to `previousAssets` and removes outdated ones. Servers may run it concurrently. */
export async function storeAssets(
  assets: string,
  dataDir: string,
  now: number,
  name: AssetFolder = 'assets',
): Promise<void> {
  const folder = join(previousAssets(dataDir), name)
  await mkdir(folder, { recursive: true })
  const current = new Set(await readdir(assets).catch(() => []))
  const stored = await readdir(folder)
  for (const name of current) {
    const file = join(folder, name)
    if (!stored.includes(name)) {
      // Renamed when complete, so that no server reads a half-written file.
      const unfinished = join(folder, `.${randomUUID()}`)
      await copyFile(join(assets, name), unfinished)
      await rename(unfinished, file)
    }
    await utimes(file, inUse, inUse)
  }
  for (const name of stored) {
    if (current.has(name)) continue
    const file = join(folder, name)
    const since = await stat(file).then(
      ({ mtimeMs }) => mtimeMs / 1000,
      () => now,
    )
    // The error is ignored, because another server may have just removed the file.
    if (since === inUse) await utimes(file, now, now).catch(() => {})
    else if (since < now - keptSeconds) await rm(file, { force: true })
  }
}
