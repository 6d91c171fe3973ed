import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot, serverRoot } from '../../../server/src/base/paths'
import type { Report } from '../run-tests'

/** Same settings as for the server's tests, with the mutants in the sources. */
const settings = `import { readFileSync } from 'node:fs'
const changed = new Map(JSON.parse(readFileSync(new URL('changed.json', import.meta.url), 'utf8')))
export default {
  root: ${JSON.stringify(serverRoot)},
  cacheDir: new URL('cache', import.meta.url).pathname,
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => changed.get(id) }],
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['./src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
  },
}`

/** Matches the server's log of an SQL statement that the database rejected as invalid. */
const badStatement = /"code":"42\w{3}"/

/**
 * Failures that kill a mutant: a failed assertion, or an unexpected refusal by name. A time-out, a closed connection, a
 * database or program error, or a failure outside the tests does not prove that the check is tested: `inconclusive`.
 */
const killing =
  /^(?:AssertionError\b|Error: (?:GET|POST) \S+ answered -?\d+ .*"error":"(?!server-error|overloaded)[\w-]+")/

export type RunResult = 'passed' | 'killed' | 'inconclusive'

/** Classifies a test run by its exit code, report and output. */
export function classifyRun(status: number | null, report: Report | null, output: string): RunResult {
  if (status === 0) return 'passed'
  const failures = report?.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages = [] }) => failureMessages),
  )
  if (!failures?.length || badStatement.test(output)) return 'inconclusive'
  return failures.every((text) => killing.test(text)) ? 'killed' : 'inconclusive'
}

/** Runs module tests on sources with mutants, because some tests reach checks that no call of the matrix reaches. */
export class MutantTests {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dxx-mutant-tests-'))
  private readonly config = join(this.folder, 'vitest.config.mjs')
  private readonly active = join(this.folder, 'active')
  private readonly report = join(this.folder, 'report.json')
  /** Output of the last run. */
  output = ''

  constructor(changed: Map<string, string>) {
    writeFileSync(join(this.folder, 'changed.json'), JSON.stringify([...changed]))
    writeFileSync(this.config, settings)
  }

  /** Runs these tests with one mutant, or without any if no number is given. */
  async run(files: string[], { number } = { number: 0 }): Promise<RunResult> {
    writeFileSync(this.active, String(number))
    const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs')
    rmSync(this.report, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${this.report}`]
    // `--bail=1`: one failing test is enough.
    const args = ['run', '--bail=1', '--config', this.config, ...reporters, ...files.map((file) => `/${file}`)]
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: serverRoot,
      env: { ...process.env, DXX_MUTANT: this.active, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    const [status] = await once(child, 'close')
    this.output = stripVTControlCharacters(this.output)
    const report = existsSync(this.report) ? (JSON.parse(readFileSync(this.report, 'utf8')) as Report) : null
    return classifyRun(status as number | null, report, this.output)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
