// node scripts/image-files.mjs <folder>: copies what production runs, and nothing else, for deploy/Dockerfile.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './lib.mjs'

/** Migrations are read as files. */
const files = [
  'package.json',
  'scripts/lib.mjs',
  'scripts/run.mjs',
  'server/package.json',
  'server/dist',
  'server/lists',
  'server/src/db/migrations',
  'web/dist',
]

/**
 * Folders of the packages that the server needs at run time, by the lock file. Packages of the web and of the contract
 * are in the bundles.
 */
function serverPackages(from) {
  const { packages } = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8'))
  /** As Node resolves a name: in the folder of the package, then in those above it. */
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
      // Peers may be missing, and workspaces are links.
      if (!path || packages[path].link || found.has(path)) continue
      found.add(path)
      follow(path)
    }
  }
  follow('server')
  return [...found]
}

export function copyImageFiles(from, to) {
  const copy = (path, filter) => {
    // Optional packages of other platforms are not installed.
    if (existsSync(join(from, path)))
      cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true, filter })
  }
  for (const path of files) copy(path)
  // Packages inside a package are listed by themselves.
  for (const path of serverPackages(from))
    copy(path, (file) => !/(^|\/)node_modules(\/|$)/.test(relative(join(from, path), file)))
  dropSampleData(join(to, 'server/dist'))
}

/** Chunks of server/src/seed/ are only loaded by a development server. Their source maps name what they contain. */
function dropSampleData(dist) {
  for (const name of readdirSync(dist).filter((one) => one.endsWith('.js.map'))) {
    const { sources } = JSON.parse(readFileSync(join(dist, name), 'utf8'))
    if (!sources.some((source) => source.startsWith('../src/seed/'))) continue
    rmSync(join(dist, name))
    rmSync(join(dist, name.replace(/\.map$/, '')))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyImageFiles(root, process.argv[2])
