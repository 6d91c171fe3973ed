import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { RunResult } from '@dxx/contract/calls/runcode'
import type { Log } from '../../db/log'
import { emptyResult } from '../../runner/empty-result'
import { type HostFrame, lineReader, type PrepareFrame, type RunFrame } from '../../runner/frames'
import { limits } from '../../runner/limits'
import type { CompiledLanguage, Program } from '../../runner/program'

/** The host ended before it answered. */
export class HostLost extends Error {}

interface Pending {
  resolve: (result: RunResult) => void
  reject: (error: Error) => void
  onBegin: () => void
  watch: NodeJS.Timeout
}

const startingMs = 60_000
const phaseMs = { compile: limits.compileMs, run: limits.runMs }

/** One life of the host process. Whatever it does or sends, the server goes on. */
export class HostProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  private readonly child: ChildProcessWithoutNullStreams
  private readonly pending = new Map<number, Pending>()
  private lastId = 0
  private isReady = () => {}
  private isGone = false

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
    // The host may be gone while we write to it; `ended` tells those who wait.
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
    this.child.stderr.on('data', (text: string) => log.warn({ text: text.slice(0, 2_000) }, 'the code host says'))
  }

  get gone(): boolean {
    return this.isGone
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Tells when everything is loaded and the program's own time begins. */
  run(program: Program, onBegin: () => void): Promise<RunResult> {
    if (this.isGone) return Promise.reject(new HostLost('the host has ended'))
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      // Twice: it may come while the compiler is being loaded for somebody else.
      const watch = setTimeout(() => this.overdue(id), 2 * limits.loadingMs + limits.hostHangMs)
      this.pending.set(id, { resolve, reject, onBegin, watch })
      const frame: RunFrame = { id, program }
      this.child.stdin.write(`${JSON.stringify(frame)}\n`)
    })
  }

  prepare(language: CompiledLanguage): void {
    const frame: PrepareFrame = { prepare: language }
    if (!this.isGone) this.child.stdin.write(`${JSON.stringify(frame)}\n`)
  }

  kill(why: string): void {
    this.log.warn({ why }, 'ending the code host')
    this.child.kill('SIGKILL')
  }

  close(): Promise<void> {
    this.child.kill('SIGKILL')
    return this.ended
  }

  private receive(line: string): void {
    const frame = readFrame(line)
    if (!frame) this.kill('the host sent nonsense')
    else if ('ready' in frame) this.isReady()
    else this.settle(frame)
  }

  private settle(frame: Exclude<HostFrame, { ready: true }>): void {
    const pending = this.pending.get(frame.id)
    if (!pending) return
    clearTimeout(pending.watch)
    if ('phase' in frame) {
      pending.onBegin()
      pending.watch = setTimeout(() => this.overdue(frame.id), phaseMs[frame.phase] + limits.hostHangMs)
      return
    }
    this.pending.delete(frame.id)
    if ('failed' in frame) {
      this.log.error({ failed: frame.failed }, 'the code host could not run a program')
      pending.resolve({ ...emptyResult, reason: 'crashed', stderr: '运行环境出错了，请再试一次。\n' })
    } else pending.resolve(frame.result)
  }

  /** The host should have ended the program itself. It hangs, so it goes. */
  private overdue(id: number): void {
    this.pending.get(id)?.resolve({ ...emptyResult, reason: 'timeout', timeMs: limits.runMs })
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
