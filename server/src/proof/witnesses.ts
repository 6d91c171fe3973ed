import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot, serverRoot } from '../root'

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

/**
 * A statement that the database does not take, thrown in the test or written to the log of the server: then nobody has
 * noticed that the check is missing.
 */
const broken = /^error: |"code":"42\w{3}"/m

export type Seen = 'nothing' | 'noticed' | 'broken'

/** Runs tests of modules over sources that have the mutants in them: some come by where no call of the matrix does. */
export class Witnesses {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dxx-witnesses-'))
  private readonly config = join(this.folder, 'vitest.config.mjs')
  private readonly taken = join(this.folder, 'taken')
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
    // One that notices is enough.
    const args = ['run', '--bail=1', '--config', this.config, ...files.map((file) => `/${file}`)]
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
    if (status === 0) return 'nothing'
    return broken.test(this.said) ? 'broken' : 'noticed'
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
