// Functions of the other scripts. Imports no package, because in a clean clone none is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Whether this runs in the repository. An image has no sources, so nothing is installed or built there. */
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

/** Files in a folder and below it, by name. Written for speed: each command looks at all sources, 2,000 files. */
function filesBelow(folder) {
  const files = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) files.push(`${folder}/${entry.name}`)
    else if (entry.isDirectory() && !['node_modules', 'dist', 'data'].includes(entry.name))
      for (const file of filesBelow(`${folder}/${entry.name}`)) files.push(file)
  }
  return files
}

const filesOf = (path) => (!existsSync(path) ? [] : statSync(path).isFile() ? [path] : filesBelow(path))

/** Hash of names, sizes and times: commands check it first, because reading all sources takes a third of a second. */
function quickHashOf(files) {
  const known = files.sort().map((file) => {
    const { size, mtimeMs } = statSync(file)
    return `${file.slice(root.length)}\0${size}\0${mtimeMs}`
  })
  return createHash('sha256').update(known.join('\n')).digest('hex')
}

/** Runs `work` only if a source changed since the last run. The file `stamp` stores the hashes of the sources. */
async function whenStale(stamp, sources, work) {
  if (!hasSources) return
  const files = sources.flatMap((source) => filesOf(join(root, source)))
  const quick = quickHashOf(files)
  const file = join(root, stamp)
  const [knownHash, knownQuick] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  if (knownQuick === quick) return
  const hash = hashOf(files)
  if (knownHash !== hash) await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${hash}\n${quick}`)
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
    // Written to standard error, because some commands write CSV to standard output.
    process.stderr.write('正在安装依赖（只在首次或依赖变化时）…\n')
    // `npm ci` would delete node_modules and install everything again, even if only one package is missing.
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
  return whenStale('server/dist/.built', sources, () => bundleServer())
}

/** Builds verification and benchmarks. The servers that they start come from the server's own build. */
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

export async function bundleServer(options) {
  const { build } = await import('esbuild')
  for (const one of serverBuilds(options)) await build(one)
}

/**
 * Builds of the programs of the server's threads and child processes, and of the server and its commands, each as one
 * script that server/src/load-bundle.ts runs with V8's code cache. Only a development server has sample data.
 */
export function serverBuilds({ outdir = join(root, 'server/dist'), hasSample = true } = {}) {
  const src = join(root, 'server/src')
  const threads = ['host', 'run-worker', 'compile-worker', 'image-worker', 'precompile'].map(
    (name) => `runner/${name}.ts`,
  )
  const programs = ['load-bundle.ts', 'text/worker.ts', 'fair/worker.ts', ...threads].map((name) => join(src, name))
  return [
    { ...bundleOptions, entryPoints: programs, outdir, outbase: src },
    {
      ...bundleOptions,
      entryPoints: [join(src, 'main.ts'), ...commandsIn(src)],
      outdir,
      outbase: src,
      splitting: false,
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      define: { ...bundleOptions.define, 'import.meta.url': 'bundleUrl' },
      // Packages are loaded by require: import() does not work in a script with a code cache.
      supported: { 'dynamic-import': false },
      banner: { js: '(function (module, require, bundleUrl) {' },
      footer: { js: '})' },
      external: hasSample ? [] : ['./seed/*'],
      metafile: true,
      plugins: [...bundleOptions.plugins, loaderPlugin(outdir)],
    },
  ]
}

const loaderPlugin = (outdir) => ({
  name: 'loaders',
  setup: (build) =>
    build.onEnd(({ metafile }) => {
      for (const [path, { entryPoint }] of Object.entries(metafile?.outputs ?? {}))
        if (entryPoint) writeLoader(resolve(path), outdir)
    }),
})

/** Writes the module that loads a bundle, and deletes the caches of earlier bundles. */
function writeLoader(bundle, outdir) {
  const hash = createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 16)
  const [folder, name] = [dirname(bundle), basename(bundle)]
  for (const file of readdirSync(folder))
    if (file.startsWith(`${name}.`) && file.endsWith('.cache')) rmSync(join(folder, file), { force: true })
  writeFileSync(
    join(folder, name.replace(/\.cjs$/, '.js')),
    `import { fileURLToPath } from 'node:url'
import { loadBundle } from '${relative(folder, outdir) || '.'}/load-bundle.js'

export const { main } = loadBundle(fileURLToPath(new URL('${name}', import.meta.url)), '${hash}')
`,
  )
}

const bundledPackages =
  /^(@dxx|kysely|zod|pg|pino|fastify|@fastify|prom-client|secure-json-parse|yaml|saxes|jose|openid-client|htmlparser2|sanitize-html|katex)(\/|$)/

const bundleOptions = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  // Stack traces need positions only; Node.js parses the whole file when an error is thrown.
  sourcesContent: false,
  logLevel: 'warning',
  // Without a navigator, which Node.js 20 does not have, pg looks for another runtime by loading all of fetch.
  define: { navigator: '{"userAgent":"Node.js"}' },
  // Bundled CommonJS modules require modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
  },
  // Packages stay in node_modules, except the contract, which is TypeScript, and those that every start loads: they
  // have hundreds of files, and loading them from the bundle takes half of the CPU time of a short command.
  plugins: [
    {
      name: 'external-packages',
      setup: (b) =>
        b.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
          const isBundled = bundledPackages.test(path) || importer.includes('node_modules')
          return kind === 'entry-point' || (isBundled && !/^(node:|pg-native)/.test(path))
            ? undefined
            : { path, external: true }
        }),
    },
  ],
}

export function buildWeb() {
  return whenStale('web/dist/.built', ['web', 'contract/src', 'package-lock.json'], () => {
    say('正在构建网页…')
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']
    run(process.execPath, vite)
    // The console is built after the student app, because that build empties the folder.
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

/** Runs a command, forwards signals to it and exits with its exit code. */
export function follow(command, args, options = {}, onExit = () => {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // On Ctrl-C the terminal sends SIGINT to the child as well; this process waits until the child exits.
  process.on('SIGINT', () => {})
  child.on('exit', async (code, signal) => {
    await onExit()
    process.exit(code ?? (signal ? 1 : 0))
  })
  return child
}
