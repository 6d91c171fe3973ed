import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this workspace. The code runs from src in tests and bundled from dist, so depth says nothing. */
export const serverRoot = findServerRoot(dirname(fileURLToPath(import.meta.url)))
export const repoRoot = dirname(serverRoot)

function findServerRoot(folder: string): string {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === '@dxx/server') return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json of @dxx/server not found above the running code')
  return findServerRoot(parent)
}
