import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot, serverRoot } from '../root'
import type { Report } from './run-tests'

/** As the project’s own configuration has it for the server’s tests, with the mutants in the sources. */
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

/** A statement that the database does not take, as the server's log tells it. */
const badStatement = /"code":"42\w{3}"/

/**
 * How a test fails that has noticed something: what it expects is not so, or the server refuses what it would not refuse, by
 * name. A timeout, a line that ends, an error of the database or of the program, and what fails around the tests say
 * nothing of the check: that is `broken`.
 */
const noticing =
  /^(?:AssertionError\b|Error: (?:GET|POST) \S+ answered -?\d+ .*"error":"(?!server-error|overloaded)[\w-]+")/

export type Seen = 'nothing' | 'noticed' | 'broken'

/** What tests have seen, by how they ended and what they and the server said. */
export function seenIn(status: number | null, report: Report | null, said: string): Seen {
  if (status === 0) return 'nothing'
  const failures = report?.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages = [] }) => failureMessages),
  )
  if (!failures?.length || badStatement.test(said)) return 'broken'
  return failures.every((text) => noticing.test(text)) ? 'noticed' : 'broken'
}

/** Runs tests of modules over sources that have the mutants in them: some come by where no call of the matrix does. */
export class Witnesses {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dxx-witnesses-'))
  private readonly config = join(this.folder, 'vitest.config.mjs')
  private readonly taken = join(this.folder, 'taken')
  private readonly report = join(this.folder, 'report.json')
  /** What the last run has said. */
  said = ''

  constructor(changed: Map<string, string>) {
    writeFileSync(join(this.folder, 'changed.json'), JSON.stringify([...changed]))
    writeFileSync(this.config, settings)
  }

  /** What these tests see without a check, or with all of them where none is named. */
  async see(files: string[], { number } = { number: 0 }): Promise<Seen> {
    writeFileSync(this.taken, String(number))
    const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs')
    rmSync(this.report, { force: true })
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${this.report}`]
    // One that notices is enough.
    const args = ['run', '--bail=1', '--config', this.config, ...output, ...files.map((file) => `/${file}`)]
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: serverRoot,
      env: { ...process.env, DXX_MUTANT: this.taken, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said += text
      })
    const [status] = await once(child, 'close')
    this.said = stripVTControlCharacters(this.said)
    const report = existsSync(this.report) ? (JSON.parse(readFileSync(this.report, 'utf8')) as Report) : null
    return seenIn(status as number | null, report, this.said)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
