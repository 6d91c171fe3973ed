import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repoRoot } from '../../../server/src/base/paths'

export interface PreviousBuild {
  /** Server folder to start from. */
  server: string
  /** Description, such as `abc1234, before 0018_ai_sources`. */
  what: string
}

const git = (...args: string[]) =>
  spawnSync('git', ['-C', repoRoot, ...args], { encoding: 'utf8' }).stdout?.trim() ?? ''

/**
 * Builds the code before the newest migration with the build script of that version; returns null without a git
 * history. Uses the currently installed packages, because the scenario only tests the previous code on new tables.
 */
export function buildPrevious(folder: string): PreviousBuild | null {
  const migrations = 'server/src/db/migrations'
  const newest = git('log', '-1', '--diff-filter=A', '--no-renames', '--format=%H', '--', migrations)
  const before = newest && git('rev-parse', '--quiet', '--verify', `${newest}^`)
  if (!before) return null
  const added = git('diff', '--name-only', '--diff-filter=A', before, newest, '--', migrations)
    .split('\n')
    .map((path) => basename(path, '.sql'))
  const root = join(folder, 'older')
  mkdirSync(root)
  const archive = join(folder, 'older.tar')
  git('archive', '--output', archive, before)
  const unpacked = spawnSync('tar', ['-xf', archive, '-C', root], { encoding: 'utf8' })
  if (unpacked.status !== 0) throw new Error(`the older code cannot be unpacked: ${unpacked.stderr?.slice(0, 300)}`)
  linkPackages(root)
  const build = `import('./scripts/lib.mjs').then(({ buildServer }) => buildServer())`
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', build], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the older code cannot be built: ${built.stderr.slice(0, 300)}`)
  return { server: join(root, 'server'), what: `${before.slice(0, 7)}, before ${added.join(', ')}` }
}

/** Links all installed packages, except our own workspaces, which are taken from the previous version. */
function linkPackages(root: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@dxx'), { recursive: true })
  for (const name of readdirSync(join(repoRoot, 'node_modules')))
    if (name !== '@dxx' && name !== '.dxx-installed')
      symlinkSync(join(repoRoot, 'node_modules', name), join(modules, name))
  for (const name of ['contract', 'server', 'web']) symlinkSync(join(root, name), join(modules, '@dxx', name))
  for (const name of ['contract', 'server']) {
    const modules = join(repoRoot, name, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(root, name, 'node_modules'))
  }
}
