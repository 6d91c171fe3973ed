import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { Log } from '../../base/log-type'
import { serverRoot } from '../../base/paths'
import { emptyResult } from '../../runner/empty-result'
import { compilerBuild, embeddedLanguages } from '../../runner/languages'
import type { CompiledLanguage, EmbeddedLanguage, Program as EmbeddedProgram } from '../../runner/program'
import { hostCommand, nicedCommand } from './host-command'
import { HostLost } from './host-process'
import {
  type CodeRunner,
  type LanguageInfo,
  type MeasuredResult,
  type Program,
  RunnerBusy,
  RunnerUnavailable,
} from './runner'
import { Slot } from './slot'

interface Options {
  workers: number
  /** Folder for cached files that are slow to build. */
  dataDir: string
  log: Log
  hostFile?: string
  /** Nice value of the hosts; by default the API has priority. */
  nice?: number
}

/** Idle time after which slots other than the first end their host to free memory. */
const idleMs = 5 * 60_000

/** Runs programs as WebAssembly in child processes, one per worker slot: no installation, no network, no files. */
export class EmbeddedRunner implements CodeRunner {
  readonly name = 'embedded'
  readonly slots: number
  private readonly all: [Slot, ...Slot[]]
  private readonly free: Set<Slot>
  private readonly waiting: ((slot: Slot) => void)[] = []
  private readonly closing = new AbortController()
  private readonly hostFile: string
  private readonly headersFile: string
  private readonly nice: number
  private headers: Promise<void> | undefined
  private readonly loading = new Map<CompiledLanguage, Promise<void>>()

  constructor(private readonly options: Options) {
    this.slots = options.workers
    this.nice = options.nice ?? 10
    this.hostFile = options.hostFile ?? join(serverRoot, 'dist/runner/host.js')
    const build = createHash('sha256').update(compilerBuild).digest('hex').slice(0, 16)
    this.headersFile = join(options.dataDir, 'runtimes', `common-${build}.pch`)
    const first = this.newSlot()
    this.all = [first, ...Array.from({ length: options.workers - 1 }, () => this.newSlot(idleMs))]
    this.free = new Set(this.all)
  }

  async languages(): Promise<LanguageInfo[]> {
    return embeddedLanguages
  }

  async run(program: Program, onPreparing: (preparing: boolean) => void = () => {}): Promise<MeasuredResult> {
    if (!embeddedLanguages.some(({ language }) => language === program.language)) throw new RunnerUnavailable(this.name)
    onPreparing(true)
    if (program.language === 'cpp') await this.makeHeaders()
    const slot = await this.acquire(program)
    try {
      const embedded = { ...program, language: program.language as EmbeddedLanguage }
      return await this.runTwice(slot, embedded, () => onPreparing(false))
    } finally {
      this.release(slot)
    }
  }

  ready(language: CodeLanguage): Promise<void> | undefined {
    if (!isCompiled(language) || this.all.some((slot) => slot.hasCompiler(language))) return undefined
    return this.loadFirst(language)
  }

  prepare(language: CodeLanguage): void {
    if (!isCompiled(language)) return
    const load = async () => {
      await this.loadFirst(language)
      // One after another: loading takes many seconds of CPU time.
      for (const slot of this.all.slice(1)) if (slot.isRunning) await slot.prepare(language)
    }
    // If it fails, the first program tries again and reports the error.
    load().catch(() => {})
  }

  /** Loads a compiler in the first slot only, beside its programs; the others stay free for other languages. */
  private loadFirst(language: CompiledLanguage): Promise<void> {
    const known = this.loading.get(language)
    if (known) return known
    const load = async () => {
      if (language === 'cpp') await this.makeHeaders()
      await this.all[0].prepare(language)
    }
    const loading = load()
      // The program that waits for it tries again and reports the error.
      .catch(() => {})
      .finally(() => this.loading.delete(language))
    this.loading.set(language, loading)
    return loading
  }

  async health(): Promise<boolean> {
    this.makeHeaders()
    try {
      await this.all[0].start()
      return true
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all(this.all.map((slot) => slot.close()))
  }

  /** Process ids of the running hosts, for tests and measurements. */
  get pids(): number[] {
    return this.all.flatMap(({ pid }) => pid ?? [])
  }

  get pid(): number | undefined {
    return this.pids[0]
  }

  /** Reruns a program once if its host was lost or it got too little CPU time; programs have no side effects. */
  private async runTwice(slot: Slot, program: EmbeddedProgram, onBegin: () => void): Promise<MeasuredResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await slot.run(program, onBegin)
      } catch (error) {
        const isBusy = error instanceof RunnerBusy
        if ((!isBusy && !(error instanceof HostLost)) || this.closing.signal.aborted)
          throw error instanceof RunnerUnavailable ? error : new RunnerUnavailable(this.name, error)
        if (attempt === 1) continue
        if (isBusy) throw error
        return { ...emptyResult, reason: 'crashed', stderr: '运行环境意外停止，请稍后再试。\n' }
      }
    }
  }

  /**
   * Prefers a slot that has the program's compiler, among those the one with this account's cached programs, then one
   * whose host is running.
   */
  private acquire({ account, language }: Program): Promise<Slot> {
    const allFree = this.all.filter((slot) => this.free.has(slot))
    const loaded = isCompiled(language) ? allFree.filter((slot) => slot.hasCompiler(language)) : []
    const free = loaded.length > 0 ? loaded : allFree
    const slot =
      free.find((slot) => account !== undefined && slot.isRunning && slot.account === account) ??
      free.find(({ isRunning }) => isRunning) ??
      free[0]
    if (!slot) return new Promise((resolve) => this.waiting.push(resolve))
    this.free.delete(slot)
    return Promise.resolve(slot)
  }

  private release(slot: Slot): void {
    const next = this.waiting.shift()
    if (next) next(slot)
    else this.free.add(slot)
  }

  private newSlot(idleMs?: number): Slot {
    const { log } = this.options
    const command = () =>
      hostCommand(this.hostFile, [this.headersFile], { readable: [dirname(this.headersFile)], nice: this.nice })
    return new Slot({ command, log, closing: this.closing.signal, ...(idleMs !== undefined && { idleMs }) })
  }

  /**
   * Builds the precompiled C++ headers, once per machine. C++ programs wait for them, because compiling a single
   * program without them takes nearly as long. If the build fails, C++ runs without them.
   */
  private makeHeaders(): Promise<void> {
    this.headers ??= new Promise((resolve) => {
      if (existsSync(this.headersFile)) return resolve()
      const node = [process.execPath, join(dirname(this.hostFile), 'precompile.js'), this.headersFile]
      const { command, args } = nicedCommand(this.nice, node)
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

function isCompiled(language: CodeLanguage): language is CompiledLanguage {
  return language === 'c' || language === 'cpp'
}
