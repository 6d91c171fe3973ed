import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the server workspace, searched upwards, because code runs from src in tests and from dist when bundled. */
export const serverRoot = findServerRoot(dirname(fileURLToPath(import.meta.url)))
export const repoRoot = dirname(serverRoot)

function findServerRoot(folder: string): string {
  // Code of the workspace `verify` runs from the folder verify, beside the folder server.
  const found = [folder, join(folder, 'server')].find(isServer)
  if (found) return found
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json of @dxx/server not found above the running code')
  return findServerRoot(parent)
}

function isServer(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === '@dxx/server'
}
