import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { repoRoot, serverRoot } from '../root'

/** As the project’s own configuration has it for the server’s tests. */
const settings = `export default {
  test: { globalSetup: ['./src/testing/global-setup.ts'], testTimeout: 60_000, hookTimeout: 120_000, isolate: false },
}`

/** Runs tests in a copy of the sources that has the mutants in it: some come by where no call of the matrix does. */
export class Witnesses {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dxx-witnesses-'))
  private readonly server = join(this.folder, 'server')
  private readonly taken = join(this.folder, 'taken')

  constructor(changed: Map<string, string>) {
    mkdirSync(this.server)
    linkAll(repoRoot, this.folder, 'server')
    linkAll(serverRoot, this.server, 'src')
    cpSync(join(serverRoot, 'src'), join(this.server, 'src'), { recursive: true })
    for (const [path, code] of changed) writeFileSync(join(this.server, relative(serverRoot, path)), code)
    writeFileSync(join(this.server, 'vitest.config.mjs'), settings)
  }

  /** Whether these tests of modules pass without a check, or with all of them where none is named. */
  pass(files: string[], { number } = { number: 0 }): boolean {
    writeFileSync(this.taken, String(number))
    const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs')
    const { status } = spawnSync(process.execPath, [vitest, 'run', ...files.map((file) => `src/modules/${file}`)], {
      cwd: this.server,
      env: { ...process.env, DXX_MUTANT: this.taken },
      stdio: 'ignore',
    })
    return status === 0
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function linkAll(from: string, to: string, except: string): void {
  for (const name of readdirSync(from)) if (name !== except) symlinkSync(join(from, name), join(to, name))
}
