// node scripts/image-files.mjs <folder>: copies only the files that production needs, for deploy/Dockerfile.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer, root } from './lib.mjs'

/** Copied besides the packages. The server reads its migrations as files, so they are included. */
const files = [
  'package.json',
  'scripts/lib.mjs',
  'scripts/run.mjs',
  'server/package.json',
  'server/lists',
  'server/src/db/migrations',
  'web/dist',
]

/**
 * Returns the folders of the packages that the server needs at run time, according to the lock file. The bundles
 * already contain the packages of the web and of the contract.
 */
function serverPackages(from) {
  const { packages } = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8'))
  /** Finds a package as Node does: in the folder of the package that requires it, then in the folders above. */
  const find = (folder, name) => {
    const path = join(folder, 'node_modules', name)
    if (packages[path]) return path
    return folder === '' ? null : find(folder.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, ''), name)
  }
  const found = new Set()
  const follow = (folder) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = find(folder, name)
      // Skips peer dependencies that are not installed, and workspaces, which are links.
      if (!path || packages[path].link || found.has(path)) continue
      found.add(path)
      follow(path)
    }
  }
  follow('server')
  return [...found]
}

export async function copyImageFiles(from, to) {
  const copy = (path, filter) => {
    // Optional packages of other platforms are not installed.
    if (existsSync(join(from, path)))
      cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true, filter })
  }
  for (const path of files) copy(path)
  // Skips nested packages: serverPackages lists each of them on its own.
  for (const path of serverPackages(from))
    copy(path, (file) => !/(^|\/)node_modules(\/|$)/.test(relative(join(from, path), file)))
  // Built again without the sample data, which only a development server loads.
  await bundleServer({ outdir: join(to, 'server/dist'), hasSample: false })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await copyImageFiles(root, process.argv[2])
