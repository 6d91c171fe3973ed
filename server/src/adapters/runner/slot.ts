import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../base/log-type'
import type { CompiledLanguage, Program } from '../../runner/program'
import { HostProcess } from './host-process'
import { type MeasuredResult, RunnerUnavailable } from './runner'

export interface SlotOptions {
  /** Command line of the host. */
  command(): { command: string; args: string[] }
  log: Log
  /** Aborted when the runner closes. */
  closing: AbortSignal
  /** Idle time after which a host ends; unlimited by default. */
  idleMs?: number
}

const firstPauseMs = 100
const longestPauseMs = 30_000

/** A slot for one program at a time: its host process is started on first use and restarted after it ended. */
export class Slot {
  /** Account of the last program; the host caches compiled programs of this account. */
  account: number | undefined
  private host: HostProcess | undefined
  private starting: Promise<HostProcess> | undefined
  private pauseMs = 0
  private idle: NodeJS.Timeout | undefined

  constructor(private readonly options: SlotOptions) {}

  get pid(): number | undefined {
    return this.isRunning ? this.host!.pid : undefined
  }

  get isRunning(): boolean {
    return this.host !== undefined && !this.host.gone
  }

  async run(program: Program, onBegin: () => void): Promise<MeasuredResult> {
    clearTimeout(this.idle)
    this.account = program.account
    try {
      return await (await this.start()).run(program, onBegin)
    } finally {
      const { idleMs } = this.options
      if (idleMs !== undefined) this.idle = setTimeout(() => this.host?.close(), idleMs).unref()
    }
  }

  hasCompiler(language: CompiledLanguage): boolean {
    return this.isRunning && this.host!.hasCompiler(language)
  }

  /** Resolves when loading the compiler has ended; programs of other languages run meanwhile. */
  async prepare(language: CompiledLanguage): Promise<void> {
    await (await this.start()).prepare(language)
  }

  /** Starts the host unless it is running; after a failure, waits with exponential backoff. */
  start(): Promise<HostProcess> {
    if (this.options.closing.aborted) return Promise.reject(new RunnerUnavailable('embedded'))
    if (this.isRunning) return Promise.resolve(this.host!)
    this.starting ??= this.launch().finally(() => {
      this.starting = undefined
    })
    return this.starting
  }

  async close(): Promise<void> {
    clearTimeout(this.idle)
    const host = this.host ?? (await this.starting?.catch(() => undefined))
    await host?.close()
  }

  private async launch(): Promise<HostProcess> {
    const { log, closing } = this.options
    await sleep(this.pauseMs, undefined, { signal: closing })
    const { command, args } = this.options.command()
    const host = new HostProcess(command, args, log)
    const startedAt = performance.now()
    host.ended.then(() => {
      const lived = performance.now() - startedAt
      this.pauseMs = lived > longestPauseMs ? 0 : Math.min(longestPauseMs, Math.max(firstPauseMs, this.pauseMs * 2))
      if (!closing.aborted && !host.closed) log.warn({ lived: Math.round(lived) }, 'the code host ended')
    })
    try {
      await host.ready
    } catch (error) {
      throw new RunnerUnavailable('embedded', error)
    }
    this.host = host
    if (closing.aborted) await host.close()
    return host
  }
}
