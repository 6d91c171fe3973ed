// Shared by the other scripts. Must not need an installed package: a clean clone starts here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Whether this is the repository, not an image, which has nothing to install or build. */
const hasSources = existsSync(join(root, 'server/src/main.ts'))

export function say(text) {
  process.stdout.write(`${text}\n`)
}

export function fail(text) {
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

/** Runs a command in the foreground; exits with its code if it fails. */
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

/** Runs the work only if one of the files changed since the last run; the stamp is stored with the output. */
async function whenStale(stamp, sources, work) {
  if (!hasSources) return
  const hash = hashOf(sources.flatMap((source) => filesBelow(join(root, source))))
  const file = join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}

export async function ensureInstalled() {
  checkNode()
  if (!hasSources) return
  const manifests = [
    'package-lock.json',
    'package.json',
    ...['contract', 'server', 'web', 'e2e', 'verify'].map((w) => `${w}/package.json`),
  ]
  await whenStale('node_modules/.dxx-installed', manifests, () => {
    // Not on standard output, which commands use for CSV.
    process.stderr.write('正在安装依赖（只在首次或依赖变化时）…\n')
    // `ci` would delete a folder that lacks only a package or two.
    const verb = existsSync(join(root, 'node_modules')) ? 'install' : 'ci'
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [verb, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['inherit', process.stderr.fd, 'inherit'],
    })
  })
}

/** Most objects die with their request: a 64 MiB semi-space saves about a tenth of the time in garbage collection. */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=64']

export function buildServer() {
  const sources = ['server', 'contract/src', 'package-lock.json', 'scripts/lib.mjs']
  return whenStale('server/dist/.built', sources, async () => {
    const { build } = await import('esbuild')
    await build(serverBuildOptions())
  })
}

/** Verification and benchmarks; what they start is the server's own build. */
export async function buildVerify() {
  await buildServer()
  await whenStale(
    'verify/dist/.built',
    ['verify', 'server', 'contract/src', 'package-lock.json', 'scripts/lib.mjs'],
    async () => {
      const { build } = await import('esbuild')
      const src = join(root, 'verify/src')
      await build({ ...bundleOptions, entryPoints: commandsIn(src), outdir: join(root, 'verify/dist'), outbase: src })
    },
  )
}

const commandsIn = (src) =>
  readdirSync(join(src, 'commands'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(src, 'commands', name))

export function serverBuildOptions() {
  const src = join(root, 'server/src')
  return {
    ...bundleOptions,
    entryPoints: [
      join(src, 'main.ts'),
      join(src, 'text/worker.ts'),
      ...['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile'].map((name) =>
        join(src, 'runner', `${name}.ts`),
      ),
      ...commandsIn(src),
    ],
    outdir: join(root, 'server/dist'),
    outbase: src,
  }
}

const bundleOptions = {
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

export function buildWeb() {
  return whenStale('web/dist/.built', ['web', 'contract/src', 'package-lock.json'], () => {
    say('正在构建网页…')
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']
    run(process.execPath, vite)
    // After the student app, whose build empties the folder.
    run(process.execPath, [...vite, '--config', join(root, 'web/console.config.ts')])
    run(process.execPath, [join(root, 'scripts/precompress.mjs')])
  })
}

/** Builds the same pages for the mobile app, which stores them on the device and calls `site`. */
export function buildWebApp(site, outDir) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', 'web', '--mode', 'app', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  run(process.execPath, [vite, ...args], { env: { ...process.env, VITE_SITE: site, NODE_ENV: 'production' } })
}

/** Forwards signals and exits with the child's code, so that Ctrl-C reaches the app and its code reaches the shell. */
export function follow(command, args, options = {}, onExit = () => {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // The terminal sends SIGINT to the whole group; the child handles it.
  process.on('SIGINT', () => {})
  child.on('exit', async (code, signal) => {
    await onExit()
    process.exit(code ?? (signal ? 1 : 0))
  })
  return child
}
