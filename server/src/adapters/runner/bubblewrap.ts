import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunResult } from '@dxx/contract/calls/runcode'
import { findProgram } from '../../base/find-program'
import { compilerDiagnostics, nativeDiagnostics } from '../../runner/diagnostics'
import { emptyResult } from '../../runner/empty-result'
import { compileTimeoutText, engineLimits, outputCutNotice } from '../../runner/limits'
import { runLimited } from './limited-process'
import { type CodeRunner, type LanguageInfo, type Program, RunnerUnavailable } from './runner'
import { type Toolchain, toolchains } from './toolchains'

interface Options {
  workers: number
  /** Path of bubblewrap; searched in PATH by default. */
  bwrap?: string
}

/** Runs programs with the machine's compilers, each in a bubblewrap sandbox without network that shows only /usr. */
export class BubblewrapRunner implements CodeRunner {
  readonly name = 'bubblewrap'
  readonly slots: number
  private readonly bwrap: string | undefined
  private installed: Promise<{ toolchain: Toolchain; version: string }[]> | undefined

  constructor(options: Options) {
    this.slots = options.workers
    this.bwrap = options.bwrap ?? findProgram('bwrap')
  }

  async languages(): Promise<LanguageInfo[]> {
    const found = await this.find()
    return found.map(({ toolchain: { language, name }, version }) => ({ language, name, version, note: '' }))
  }

  async run(program: Program): Promise<RunResult> {
    const found = (await this.find()).find(({ toolchain }) => toolchain.language === program.language)
    if (!found) throw new RunnerUnavailable(this.name)
    const folder = await mkdtemp(join(tmpdir(), 'dxx-code-'))
    try {
      if (unprivileged) await chown(folder, unprivileged.uid, unprivileged.gid)
      return await this.runIn(folder, found.toolchain, program)
    } catch (error) {
      throw error instanceof RunnerUnavailable ? error : new RunnerUnavailable(this.name, error)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async health(): Promise<boolean> {
    if (!this.bwrap) return false
    const args = sandbox({ binds: [], tasks: 16 }, ['/usr/bin/true'])
    const small = { stdin: '', timeoutMs: 5_000, outputBytes: 4_096, user: unprivileged }
    const { exitCode } = await runLimited(this.bwrap, args, small)
    return exitCode === 0 && (await this.find()).length > 0
  }

  async close(): Promise<void> {}

  private find() {
    if (!this.bwrap) return Promise.reject(new RunnerUnavailable(this.name, new Error('bwrap is not installed')))
    this.installed ??= findToolchains()
    return this.installed
  }

  private async runIn(folder: string, toolchain: Toolchain, program: Program): Promise<RunResult> {
    await writeFile(join(folder, toolchain.source), program.source)
    const started = performance.now()
    if (toolchain.compile) {
      const args = sandbox({ binds: ['--bind', folder, '/work'], tasks: compilerTasks }, toolchain.compile)
      const result = await this.limited(args, '', engineLimits.compileWallMs, engineLimits.compilerOutputBytes)
      const timeMs = Math.round(performance.now() - started)
      if (result.end === 'timeout') return { ...emptyResult, reason: 'timeout', stderr: compileTimeoutText, timeMs }
      if (result.exitCode !== 0) {
        const stderr = result.stderr || result.stdout
        return { ...emptyResult, reason: 'compile-error', stderr, diagnostics: compilerDiagnostics(stderr), timeMs }
      }
    }
    const { product, addressSpaceKb, tasks, run } = toolchain
    const binds = ['--ro-bind', join(folder, product), `/work/${product}`]
    const args = sandbox({ binds, addressSpaceKb, tasks }, run)
    return describe(program, await this.limited(args, program.stdin, engineLimits.runMs, engineLimits.outputBytes))
  }

  private async limited(args: string[], stdin: string, timeoutMs: number, outputBytes: number) {
    const result = await runLimited(this.bwrap!, args, { stdin, timeoutMs, outputBytes, user: unprivileged })
    // The health check decides whether bubblewrap failed, or a student's program printed a text like bubblewrap's errors.
    if (result.exitCode !== 0 && /^bwrap: /m.test(result.stderr) && !(await this.health())) {
      throw new RunnerUnavailable(this.name, new Error(result.stderr.slice(0, 500)))
    }
    return result
  }
}

function describe({ language, source }: Program, ran: Awaited<ReturnType<typeof runLimited>>): RunResult {
  const { end, exitCode, stdout, stderr } = ran
  const memory = /^(MemoryError\b|Exception in thread .* java\.lang\.OutOfMemoryError)|JavaScript heap out of memory/m
  const reason = end !== 'exit' ? end : exitCode === 0 ? 'ok' : memory.test(stderr) ? 'memory' : 'error'
  const failed = reason === 'error' || reason === 'memory'
  return {
    ...emptyResult,
    stdout: stdout + (reason === 'output-cut' ? outputCutNotice : ''),
    stderr,
    exitCode: end === 'exit' ? exitCode : null,
    reason,
    diagnostics: failed ? nativeDiagnostics(language, stderr, source) : [],
    timeMs: Math.round(ran.timeMs),
  }
}

/** User of programs if the server runs as root: the kernel does not limit the number of root's processes. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Maximum processes and threads of a compiler: Go compiles packages in parallel, each with its own threads. */
const compilerTasks = 256

interface Given {
  binds: string[]
  addressSpaceKb?: number
  tasks: number
}

/** Builds the command line that exposes only system files and the work folder to a program. */
export function sandbox(given: Given, command: string[]): string[] {
  const system = [
    '/lib',
    '/lib64',
    '/bin',
    '/etc/alternatives',
    '/etc/ld.so.cache',
    '/usr/lib/jvm',
    '/etc/java-17-openjdk',
  ]
  const addressSpace = given.addressSpaceKb ? [`--as=${given.addressSpaceKb * 1024}`] : []
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--setenv', 'PATH', '/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin'],
    ...['--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'GOCACHE', '/work/.cache'],
    ...['--ro-bind', '/usr', '/usr'],
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(engineLimits.fileBytes), '--tmpfs', '/tmp'],
    ...['--size', String(engineLimits.fileBytes), '--tmpfs', '/work'],
    ...given.binds,
    ...['--chdir', '/work', '--'],
    // prlimit, because the options of ulimit differ between shells.
    ...['/usr/bin/prlimit', '--core=0', `--fsize=${32 * 1024 * 1024}`, `--nproc=${given.tasks}`, ...addressSpace],
    ...command,
  ]
}

async function findToolchains() {
  const found = await Promise.all(
    toolchains.map(async (toolchain) => {
      const path = findProgram(toolchain.program)
      const version = path && (await versionOf(path, toolchain.versionArgs))
      return version ? [{ toolchain, version }] : []
    }),
  )
  return found.flat()
}

function versionOf(path: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(path, args, { timeout: 10_000 }, (_error, stdout) => resolve(/\d+(\.\d+)*/.exec(stdout)?.[0]))
  })
}
