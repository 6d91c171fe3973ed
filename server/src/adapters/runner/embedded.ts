import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import type { Log } from '../../db/log'
import { serverRoot } from '../../root'
import { emptyResult } from '../../runner/empty-result'
import { compilerBuild, embeddedLanguages } from '../../runner/languages'
import type { EmbeddedLanguage } from '../../runner/program'
import { hostCommand, standingBack } from './host-command'
import { HostLost, HostProcess } from './host-process'
import { type CodeRunner, type LanguageInfo, type Program, RunnerUnavailable } from './runner'

interface Options {
  workers: number
  /** Where what takes long to make is kept. */
  dataDir: string
  log: Log
  hostFile?: string
  /** How far the host stands back when the processor is wanted elsewhere; the API comes first unless told otherwise. */
  nice?: number
}

const firstPauseMs = 100
const longestPauseMs = 30_000

/** Runs programs as WebAssembly in a process of ours: no installation, no network, no files. */
export class EmbeddedRunner implements CodeRunner {
  readonly name = 'embedded'
  readonly slots: number
  private host: HostProcess | undefined
  private starting: Promise<HostProcess> | undefined
  private pauseMs = 0
  private readonly closing = new AbortController()
  private readonly hostFile: string
  private readonly headersFile: string
  private readonly nice: number
  private headers: Promise<void> | undefined

  constructor(private readonly options: Options) {
    this.slots = options.workers
    this.nice = options.nice ?? 10
    this.hostFile = options.hostFile ?? join(serverRoot, 'dist/runner/host.js')
    const build = createHash('sha256').update(compilerBuild).digest('hex').slice(0, 16)
    this.headersFile = join(options.dataDir, 'runtimes', `common-${build}.pch`)
  }

  async languages(): Promise<LanguageInfo[]> {
    return embeddedLanguages
  }

  /** A program that was lost with the host is run once more: it changed nothing outside of itself. */
  async run(program: Program, onPreparing: (preparing: boolean) => void = () => {}): Promise<RunResult> {
    if (!embeddedLanguages.some(({ language }) => language === program.language)) throw new RunnerUnavailable(this.name)
    onPreparing(true)
    if (program.language === 'cpp') await this.makeHeaders()
    for (let attempt = 1; ; attempt++) {
      const host = await this.start()
      try {
        return await host.run({ ...program, language: program.language as EmbeddedLanguage }, () => onPreparing(false))
      } catch (error) {
        if (!(error instanceof HostLost) || this.closing.signal.aborted) throw new RunnerUnavailable(this.name, error)
        if (attempt === 2) return { ...emptyResult, reason: 'crashed', stderr: '运行环境意外停止，请稍后再试。\n' }
      }
    }
  }

  prepare(language: CodeLanguage): void {
    if (language !== 'c' && language !== 'cpp') return
    const load = async () => {
      if (language === 'cpp') await this.makeHeaders()
      const host = await this.start()
      host.prepare(language)
    }
    // If it fails, the first program tries again and tells.
    load().catch(() => {})
  }

  async health(): Promise<boolean> {
    this.makeHeaders()
    try {
      await this.start()
      return true
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    this.closing.abort()
    const host = this.host ?? (await this.starting?.catch(() => undefined))
    await host?.close()
  }

  /** The running host's process, for tests that take it away. */
  get pid(): number | undefined {
    return this.host?.gone ? undefined : this.host?.pid
  }

  /** Starts the host unless it runs; after a failure with a pause that doubles until it stays up. */
  private start(): Promise<HostProcess> {
    if (this.closing.signal.aborted) return Promise.reject(new RunnerUnavailable(this.name))
    if (this.host && !this.host.gone) return Promise.resolve(this.host)
    this.starting ??= this.launch().finally(() => {
      this.starting = undefined
    })
    return this.starting
  }

  private async launch(): Promise<HostProcess> {
    await sleep(this.pauseMs, undefined, { signal: this.closing.signal })
    const args = [String(this.options.workers), this.headersFile]
    const { command, args: commandArgs } = hostCommand(this.hostFile, args, {
      readable: [dirname(this.headersFile)],
      nice: this.nice,
    })
    const host = new HostProcess(command, commandArgs, this.options.log)
    const startedAt = performance.now()
    host.ended.then(() => {
      const lived = performance.now() - startedAt
      this.pauseMs = lived > longestPauseMs ? 0 : Math.min(longestPauseMs, Math.max(firstPauseMs, this.pauseMs * 2))
      if (!this.closing.signal.aborted) this.options.log.warn({ lived: Math.round(lived) }, 'the code host ended')
    })
    try {
      await host.ready
    } catch (error) {
      throw new RunnerUnavailable(this.name, error)
    }
    this.host = host
    if (this.closing.signal.aborted) await host.close()
    return host
  }

  /**
   * Makes the precompiled C++ headers, once per machine. C++ waits for them: without, the compiler takes nearly as long
   * for every single program. If they cannot be made, it has to do without.
   */
  private makeHeaders(): Promise<void> {
    this.headers ??= new Promise((resolve) => {
      if (existsSync(this.headersFile)) return resolve()
      const node = [process.execPath, join(dirname(this.hostFile), 'precompile.js'), this.headersFile]
      const { command, args } = standingBack(this.nice, node)
      const { signal } = this.closing
      const child = spawn(command, args, { env: {}, stdio: 'ignore', detached: process.platform !== 'win32', signal })
      const failed = (detail: object) => {
        if (!this.closing.signal.aborted) this.options.log.warn(detail, 'could not precompile the C++ headers')
        resolve()
      }
      child.on('error', (err) => failed({ err }))
      child.on('exit', (code) => (code === 0 ? resolve() : failed({ code })))
    })
    return this.headers
  }
}
