import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { Log } from '../../base/log-type'
import { serverRoot } from '../../base/paths'
import { emptyResult } from '../../runner/empty-result'
import { embeddedLanguages, headersFile } from '../../runner/languages'
import type { CompiledLanguage, EmbeddedLanguage, Program as EmbeddedProgram } from '../../runner/program'
import { hostCommand, nicedCommand } from './host-command'
import { HostLost } from './host-process'
import {
  type CodeRunner,
  type LanguageInfo,
  type Loading,
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
  /** Nice value of the host processes; by default the API has priority over them. */
  nice?: number
}

/** A program that waits for a slot. */
interface Waiter {
  program: Program
  /** If true, the program's compiler could not be loaded in advance, and any slot tries again. */
  triesToLoad: boolean
  resolve: (slot: Slot) => void
}

/** Idle time after which a slot ends its host process to free memory; longer for the first, which most programs use. */
const idleMs = 5 * 60_000
const firstIdleMs = 30 * 60_000

/** Runs programs as WebAssembly in host processes, one per slot, without network and files; nothing is installed. */
export class EmbeddedRunner implements CodeRunner {
  readonly name = 'embedded'
  readonly slots: number
  private readonly all: [Slot, ...Slot[]]
  private readonly free: Set<Slot>
  private readonly waiting: Waiter[] = []
  private readonly closing = new AbortController()
  private readonly hostFile: string
  private readonly headersFile: string
  private readonly nice: number
  private headers: Promise<void> | undefined
  private readonly loading = new Map<CompiledLanguage, Promise<boolean>>()
  private lastLoad: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: Options) {
    this.slots = options.workers
    this.nice = options.nice ?? 10
    this.hostFile = options.hostFile ?? join(serverRoot, 'dist/runner/host.js')
    this.headersFile = headersFile(options.dataDir)
    const first = this.newSlot(firstIdleMs)
    this.all = [first, ...Array.from({ length: options.workers - 1 }, () => this.newSlot(idleMs))]
    this.free = new Set(this.all)
  }

  async languages(): Promise<LanguageInfo[]> {
    return embeddedLanguages
  }

  async run(program: Program, onPreparing: (preparing: boolean) => void = () => {}): Promise<MeasuredResult> {
    if (!embeddedLanguages.some(({ language }) => language === program.language)) throw new RunnerUnavailable(this.name)
    onPreparing(true)
    const slot = await this.acquire(program)
    try {
      if (program.language === 'cpp') await this.makeHeaders()
      const embedded = { ...program, language: program.language as EmbeddedLanguage }
      return await this.runTwice(slot, embedded, () => onPreparing(false))
    } finally {
      this.release(slot)
    }
  }

  ready(language: CodeLanguage): Loading | undefined {
    if (!isCompiled(language)) return undefined
    const loaded = this.all.filter((slot) => slot.hasCompiler(language))
    if (loaded.length === this.all.length || loaded.some((slot) => this.free.has(slot))) return undefined
    return { done: this.load(language), isFirst: loaded.length === 0 }
  }

  prepare(language: CodeLanguage): void {
    if (isCompiled(language) && !this.all.some((slot) => slot.hasCompiler(language))) this.load(language)
  }

  /**
   * Loads a compiler in one more slot, which runs programs of other languages in the meantime. Only one slot loads at a
   * time, because loading takes many seconds of CPU time, which programs need.
   */
  private load(language: CompiledLanguage): Promise<boolean> {
    const known = this.loading.get(language)
    if (known) return known
    const load = async () => {
      const slot = this.slotWithout(language)
      await slot?.prepare(language)
      return slot?.hasCompiler(language) ?? true
    }
    const inTurn = () => {
      const turn = this.lastLoad.then(load)
      this.lastLoad = turn.catch(() => {})
      return turn
    }
    // Only C++ waits for the precompiled headers.
    const headers = language === 'cpp' ? this.makeHeaders() : Promise.resolve()
    const loading = headers
      .then(inTurn)
      // The program that waits for the compiler tries again and reports the error.
      .catch(() => false)
      .finally(() => this.loading.delete(language))
    this.loading.set(language, loading)
    return loading
  }

  /** Returns a slot without the compiler: preferably the first, whose host ends last, then a free one. */
  private slotWithout(language: CompiledLanguage): Slot | undefined {
    const [first, ...others] = this.all.filter((slot) => !slot.hasCompiler(language))
    if (first === this.all[0]) return first
    const all = first ? [first, ...others] : []
    return all.find((slot) => this.free.has(slot) && slot.isRunning) ?? all.find((slot) => this.free.has(slot)) ?? first
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

  /** Process ids of the running host processes, for tests and measurements. */
  get pids(): number[] {
    return this.all.flatMap(({ pid }) => pid ?? [])
  }

  get pid(): number | undefined {
    return this.pids[0]
  }

  /** Runs a program again if its host ended or it got too little CPU time; this is safe without side effects. */
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

  private acquire(program: Program): Promise<Slot> {
    return new Promise((resolve) => {
      this.waiting.push({ program, triesToLoad: false, resolve })
      this.serve()
    })
  }

  private release(slot: Slot): void {
    this.free.add(slot)
    this.serve()
  }

  private serve(): void {
    for (const waiter of [...this.waiting]) {
      const slot = this.slotFor(waiter)
      if (!slot) continue
      this.waiting.splice(this.waiting.indexOf(waiter), 1)
      this.free.delete(slot)
      waiter.resolve(slot)
    }
  }

  /**
   * Returns a free slot with the program's compiler: preferably one with this account's cached programs, then one whose
   * host is running. If no slot has the compiler, returns undefined and tries again when it is loaded.
   */
  private slotFor(waiter: Waiter): Slot | undefined {
    const { account, language } = waiter.program
    const loading = waiter.triesToLoad ? undefined : this.ready(language)
    if (loading) {
      this.serveAfter(waiter, loading.done)
      return undefined
    }
    const allFree = this.all.filter((slot) => this.free.has(slot))
    const loaded = isCompiled(language) ? allFree.filter((slot) => slot.hasCompiler(language)) : []
    const free = loaded.length > 0 ? loaded : allFree
    return (
      free.find((slot) => account !== undefined && slot.isRunning && slot.account === account) ??
      free.find(({ isRunning }) => isRunning) ??
      free[0]
    )
  }

  private async serveAfter(waiter: Waiter, loading: Promise<boolean>): Promise<void> {
    waiter.triesToLoad = !(await loading)
    this.serve()
  }

  private newSlot(idleMs?: number): Slot {
    const { log } = this.options
    const command = () =>
      hostCommand(this.hostFile, [this.headersFile], { readable: [dirname(this.headersFile)], nice: this.nice })
    return new Slot({ command, log, closing: this.closing.signal, ...(idleMs !== undefined && { idleMs }) })
  }

  /**
   * Builds the precompiled C++ headers, once per machine. C++ programs wait for the headers, because compiling a single
   * program without them takes nearly as long as building them. If the build fails, C++ runs without them.
   */
  private makeHeaders(): Promise<void> {
    this.headers ??= new Promise((resolve) => {
      if (existsSync(this.headersFile)) return resolve()
      const node = [process.execPath, join(dirname(this.hostFile), 'precompile.js'), this.options.dataDir]
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
