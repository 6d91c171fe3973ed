// npm test: static checks, then unit, server and browser tests, from a clean clone. npm test -- <path> runs one file.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { buildServer, buildWeb, ensureInstalled, root, run, say } from './lib.mjs'

const paths = process.argv.slice(2)
await ensureInstalled()
if (paths.length === 0) run(process.execPath, [join(root, 'scripts/check.mjs')])
await buildWeb()
await buildServer()
const needsBrowser = paths.length === 0 || paths.some((path) => path.includes('e2e'))
const chromePath = needsBrowser ? ensureChromium() : undefined

const folder = mkdtempSync(join(tmpdir(), 'dxx-test-'))
const report = join(folder, 'report.json')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...paths],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) } },
)
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  say(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
}
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)
