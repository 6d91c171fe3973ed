// What the other scripts share. Nothing here needs an installed package: a clean clone starts with it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export function say(text) {
  process.stdout.write(`${text}\n`)
}

export function fail(text) {
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

/** Runs a command in the foreground; a failure ends the script with its code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) fail(`无法运行 ${command}：${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`需要 Node.js 20.19 或更高版本，现在是 ${process.versions.node}。`)
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path).flatMap((name) =>
    ['node_modules', 'dist', 'data'].includes(name) ? [] : filesBelow(join(path, name)),
  )
}

/** Does the work only when one of the files changed since it was last done; the stamp lies with what was made. */
async function whenStale(stamp, sources, work) {
  const hash = hashOf(sources.flatMap((source) => filesBelow(join(root, source))))
  const file = join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}

export async function ensureInstalled() {
  checkNode()
  const manifests = [
    'package-lock.json',
    'package.json',
    ...['contract', 'server', 'web', 'e2e'].map((w) => `${w}/package.json`),
  ]
  await whenStale('node_modules/.dxx-installed', manifests, () => {
    say('正在安装依赖（只在首次或依赖变化时）…')
    // `ci` would empty a folder that only lacks a package or two.
    const verb = existsSync(join(root, 'node_modules')) ? 'install' : 'ci'
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [verb, '--no-audit', '--no-fund', '--loglevel=error'])
  })
}

/** Most of what a request makes is gone with it: with more room for the young, a tenth of the time goes less into collecting. */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=64']

export function buildServer() {
  const sources = ['server', 'contract/src', 'package-lock.json', 'scripts/lib.mjs']
  return whenStale('server/dist/.built', sources, async () => {
    const { build } = await import('esbuild')
    await build(serverBuildOptions())
  })
}

export function serverBuildOptions() {
  const src = join(root, 'server/src')
  const commands = readdirSync(join(src, 'commands')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  return {
    entryPoints: [
      join(src, 'main.ts'),
      join(src, 'importer/worker.ts'),
      ...['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile'].map((name) =>
        join(src, 'runner', `${name}.ts`),
      ),
      ...commands.map((name) => join(src, 'commands', name)),
    ],
    outdir: join(root, 'server/dist'),
    outbase: src,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
    // Packages stay where npm put them; the contract is TypeScript and comes along. So do two packages of some hundred
    // files each, which take a quarter of a second less to load from one.
    plugins: [
      {
        name: 'external-packages',
        setup: (b) =>
          b.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || /^(@dxx|kysely|zod)(\/|$)/.test(path) ? undefined : { path, external: true },
          ),
      },
    ],
  }
}

export function buildWeb() {
  return whenStale('web/dist/.built', ['web', 'contract/src', 'package-lock.json'], () => {
    say('正在构建网页…')
    run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'])
    run(process.execPath, [join(root, 'scripts/precompress.mjs')])
  })
}

/** The same pages for the mobile app, which keeps them on the device and calls `site`. */
export function buildWebApp(site, outDir) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', 'web', '--mode', 'app', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  run(process.execPath, [vite, ...args], { env: { ...process.env, VITE_SITE: site, NODE_ENV: 'production' } })
}

/** Passes signals on and ends as the child ends, so that Ctrl-C reaches the app and the app's code reaches the shell. */
export function follow(command, args, options = {}, onExit = () => {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // The terminal sends SIGINT to the whole group; the child handles it and we wait for it.
  process.on('SIGINT', () => {})
  child.on('exit', async (code, signal) => {
    await onExit()
    process.exit(code ?? (signal ? 1 : 0))
  })
  return child
}
