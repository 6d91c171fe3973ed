// npm test: static checks, then unit, server and browser tests, from a clean clone. npm test -- <path> runs one file.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { buildServer, buildWeb, ensureInstalled, root, say } from './lib.mjs'

const paths = process.argv.slice(2)
await ensureInstalled()
await buildServer()
// Precompiles the C headers once. Otherwise every server under test would do so, with 30 s of CPU time each.
const headers = spawn(process.execPath, ['server/dist/runner/precompile.js', 'server/dist/test-data'], { cwd: root })
const headersBuilt = new Promise((resolve) => headers.on('exit', resolve))
await buildWeb()
await headersBuilt
const needsBrowser = paths.length === 0 || paths.some((path) => path.includes('e2e'))
const chromePath = needsBrowser ? ensureChromium() : undefined

const folder = mkdtempSync(join(tmpdir(), 'dxx-test-'))
const reports = []
/** Begin and end of each part of the run, for the summary. */
const parts = []
const minutesSoFar = () => (performance.now() / 60_000).toFixed(1)

/** Starts one vitest run with its own report. */
function vitest(args, stdout) {
  const report = join(folder, `${reports.length}.json`)
  reports.push(report)
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', stdout, stdout],
      env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
    },
  )
  return { child, ended: new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))) }
}

/** Runs vitest and prints its output at the end, in one piece. */
async function quietly(...args) {
  const began = minutesSoFar()
  const { child, ended } = vitest(args, 'pipe')
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const code = await ended
  parts.push(`min ${began} to ${minutesSoFar()}: ${args.filter((arg) => !arg.startsWith('--max')).join(' ')}`)
  process.stdout.write(Buffer.concat(chunks))
  return code
}

/** Runs the static checks beside the first tests: one after the other, both would leave a core idle for minutes. */
async function check() {
  const began = minutesSoFar()
  const child = spawn(process.execPath, [join(root, 'scripts/check.mjs')], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
  parts.push(`min ${began} to ${minutesSoFar()}: npm run check`)
  if (code !== 0) say('\nnpm run check 没有通过；已经开始的测试结束后停止。')
  return code
}

/**
 * Runs all tests on two cores, three runs at a time, because browser tests often wait. The tests that run programs come
 * last: programs have limits of CPU time, which a crowded machine makes longer. No further part begins after failed checks.
 */
async function all() {
  const shard = (project, part, count) => ['--project', project, `--shard=${part}/${count}`]
  const queue = [
    shard('e2e', 1, 2),
    shard('e2e', 2, 2),
    ['--project', 'verify'],
    shard('server', 1, 2),
    shard('server', 2, 2),
    ['contract', 'web', 'web-window', 'web-process'].flatMap((name) => ['--project', name]),
    ['--project', 'runner'],
  ]
  // `npm run verify` runs the long tests.
  const withoutLong = ['--exclude=**/*.long.test.ts', '--maxWorkers=1']
  const codes = []
  const runQueue = async () => {
    for (let args = queue.shift(); args; args = queue.shift()) codes.push(await quietly(...args, ...withoutLong))
  }
  const checkFirst = async () => {
    const code = await check()
    codes.push(code)
    if (code !== 0) queue.length = 0
    await runQueue()
  }
  await Promise.all([runQueue(), runQueue(), checkFirst()])
  return Math.max(...codes)
}

const code = paths.length === 0 ? await all() : await vitest(paths, 'inherit').ended
const counts = reports.filter(existsSync).map((report) => JSON.parse(readFileSync(report, 'utf8')))
// Repeats failures, and tests that passed only on retry, at the end: the first output is far above.
for (const { name, assertionResults } of counts.flatMap((one) => one.testResults))
  for (const { status, fullName, failureMessages } of assertionResults)
    if (failureMessages?.length)
      say(
        `${status === 'failed' ? '失败' : '第二次才通过'}：${relative(root, name)} > ${fullName}\n${failureMessages[0].slice(0, 600)}`,
      )
const files = counts
  .flatMap((one) => one.testResults)
  .map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, paths.length === 0 ? 40 : 0)
for (const { name, ms } of slowest) say(`${Math.round(ms / 1000)} s ${relative(root, name)}`)
const failures = join(root, 'e2e/dist/failures')
if (needsBrowser && existsSync(failures))
  say(`浏览器测试失败时的截图和记录（npx playwright-core show-trace <zip>）：${failures}`)
const sum = (name) => counts.reduce((total, one) => total + one[name], 0)
for (const part of parts) say(part)
say(
  `${minutesSoFar()} min: ${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`,
)
rmSync(folder, { recursive: true, force: true })
process.exit(code || (counts.length < reports.length ? 1 : 0))
