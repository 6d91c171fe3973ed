import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Log } from '../../base/log-type'
import { emptyResult } from '../../runner/empty-result'
import { type HostFrame, lineReader, type PrepareFrame, type RunFrame } from '../../runner/frames'
import { engineLimits } from '../../runner/limits'
import type { CompiledLanguage, Program } from '../../runner/program'
import { type MeasuredResult, RunnerBusy } from './runner'

/** Thrown if the host process ended before it responded. */
export class HostLost extends Error {}

interface Pending {
  language: Program['language']
  resolve: (result: MeasuredResult) => void
  reject: (error: Error) => void
  onBegin: () => void
  watch: NodeJS.Timeout
}

const crashed: MeasuredResult = { ...emptyResult, reason: 'crashed', stderr: '运行环境出错了，请再试一次。\n' }
const startingMs = 60_000
const phaseMs = (phase: 'compile' | 'run') => (phase === 'run' ? engineLimits.runWallMs : engineLimits.compileWallMs)

/** One run of the host process. Failures and invalid output of the process never stop the server. */
export class HostProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  private readonly child: ChildProcessWithoutNullStreams
  /** Languages whose compiler is loaded. */
  private readonly compilers = new Set<Program['language']>()
  private readonly preparing = new Map<CompiledLanguage, { done: Promise<void>; settle: () => void }>()
  private readonly pending = new Map<number, Pending>()
  private lastId = 0
  private isReady = () => {}
  private isGone = false
  private isClosed = false

  constructor(
    command: string,
    args: string[],
    private readonly log: Log,
  ) {
    this.child = spawn(command, args, { env: {}, cwd: '/', stdio: 'pipe', detached: process.platform !== 'win32' })
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.isGone = true
        for (const { reject, watch } of this.pending.values()) {
          clearTimeout(watch)
          reject(new HostLost('the host ended'))
        }
        this.pending.clear()
        for (const { settle } of this.preparing.values()) settle()
        resolve()
      }
      this.child.once('error', end)
      this.child.once('close', end)
    })
    const starting = setTimeout(() => this.kill('the host did not start'), startingMs)
    this.ready = new Promise((resolve, reject) => {
      this.isReady = resolve
      this.ended.then(() => reject(new HostLost('the host did not start')))
    })
    this.ready.catch(() => {}).finally(() => clearTimeout(starting))
    // Ignored, because the host may end while we write to it; `ended` then notifies the waiting callers.
    this.child.stdin.on('error', () => {})
    this.child.stdout.setEncoding('utf8')
    this.child.stdout.on(
      'data',
      lineReader(
        (line) => this.receive(line),
        () => this.kill('the host sent a line without end'),
      ),
    )
    this.child.stderr.setEncoding('utf8')
    this.child.stderr.on('data', (text: string) =>
      log.warn({ text: text.slice(0, 2_000) }, 'output of the code host on stderr'),
    )
  }

  get gone(): boolean {
    return this.isGone
  }

  /** Whether the host was ended because it was idle. */
  get closed(): boolean {
    return this.isClosed
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /**
   * Calls `onBegin` when the compiler is loaded and the program's time starts. Rejects with RunnerBusy or HostLost.
   */
  run(program: Program, onBegin: () => void): Promise<MeasuredResult> {
    if (this.isGone) return Promise.reject(new HostLost('the host has ended'))
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      // Twice the loading time, because the program may arrive while the compiler is being loaded for another program.
      const watch = setTimeout(() => this.overdue(id), 2 * engineLimits.loadingMs + engineLimits.hostHangMs)
      this.pending.set(id, { language: program.language, resolve, reject, onBegin, watch })
      const frame: RunFrame = { id, program }
      this.child.stdin.write(`${JSON.stringify(frame)}\n`)
    })
  }

  hasCompiler(language: CompiledLanguage): boolean {
    return this.compilers.has(language)
  }

  /** Resolves when the compiler is loaded, could not be loaded, or the host has ended. */
  prepare(language: CompiledLanguage): Promise<void> {
    if (this.isGone || this.compilers.has(language)) return Promise.resolve()
    const known = this.preparing.get(language)
    if (known) return known.done
    let settle = () => {}
    const done = new Promise<void>((resolve) => {
      settle = resolve
    })
    this.preparing.set(language, { done, settle })
    const frame: PrepareFrame = { prepare: language }
    this.child.stdin.write(`${JSON.stringify(frame)}\n`)
    return done
  }

  kill(why: string): void {
    // Set before the host has terminated, so that it gets no more programs.
    this.isGone = true
    this.log.warn({ why }, 'ending the code host')
    this.child.kill('SIGKILL')
  }

  close(): Promise<void> {
    this.isClosed = true
    this.child.kill('SIGKILL')
    return this.ended
  }

  private receive(line: string): void {
    const frame = readFrame(line)
    if (!frame) this.kill('the host sent nonsense')
    else if ('ready' in frame) this.isReady()
    else if ('prepared' in frame) this.endPreparing(frame.prepared, frame.isLoaded)
    else this.settle(frame)
  }

  private endPreparing(language: CompiledLanguage, isLoaded: boolean): void {
    if (isLoaded) this.compilers.add(language)
    this.preparing.get(language)?.settle()
    this.preparing.delete(language)
  }

  private settle(frame: Extract<HostFrame, { id: number }>): void {
    const pending = this.pending.get(frame.id)
    if (!pending) return
    clearTimeout(pending.watch)
    if ('phase' in frame) {
      if (frame.phase === 'compile') this.compilers.add(pending.language)
      pending.onBegin()
      pending.watch = setTimeout(() => this.overdue(frame.id), phaseMs(frame.phase) + engineLimits.hostHangMs)
      return
    }
    this.pending.delete(frame.id)
    if ('failed' in frame) {
      this.log.error({ failed: frame.failed }, 'the code host could not run a program')
      pending.resolve(crashed)
    } else if ('starved' in frame) pending.reject(new RunnerBusy())
    else pending.resolve({ ...frame.result, usedMs: frame.usedMs })
  }

  /** Kills a host that hangs: it has not ended the program in time. */
  private overdue(id: number): void {
    this.pending.get(id)?.resolve(crashed)
    this.pending.delete(id)
    this.kill('a program was not ended in time')
  }
}

function readFrame(line: string): HostFrame | undefined {
  try {
    const frame = JSON.parse(line)
    return frame !== null && typeof frame === 'object' ? frame : undefined
  } catch {
    return undefined
  }
}
