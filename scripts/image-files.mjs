// node scripts/image-files.mjs <folder>: copies what production runs, and nothing else, for deploy/Dockerfile.
import { cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './lib.mjs'

/** Migrations are read as files; npm puts packages into a workspace only where two versions of one are needed. */
export const imageFiles = [
  'package.json',
  'package-lock.json',
  'node_modules',
  'scripts/lib.mjs',
  'scripts/run.mjs',
  'server/package.json',
  'server/node_modules',
  'server/dist',
  'server/lists',
  'server/src/db/migrations',
  'web/dist',
]

export function copyImageFiles(from, to) {
  for (const path of imageFiles)
    if (existsSync(join(from, path)))
      cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true })
  dropDeadLinks(join(to, 'node_modules/@dxx'))
}

/** npm links all workspaces; most of them are not in the image. */
function dropDeadLinks(folder) {
  for (const name of readdirSync(folder)) {
    const link = join(folder, name)
    if (lstatSync(link).isSymbolicLink() && !existsSync(link)) rmSync(link)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyImageFiles(root, process.argv[2])
