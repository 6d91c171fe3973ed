import type { Diagnostic, RunResult } from '@dxx/contract/calls/runcode'
import type { CompileCache } from './compile-cache'
import { emptyResult } from './empty-result'
import { type CompilerModules, compilerModules } from './engines/compiler-modules'
import { compileTimeoutText, engineLimits, objectTooLargeText, outputCutNotice } from './limits'
import type { CompileOrder, CompileReport, Runtime } from './messages'
import type { Output } from './output'
import type { CompiledLanguage, Outcome, Program } from './program'
import { CpuClock, TimedOut } from './program-time'
import { RunThread } from './run-thread'
import type { Runtimes } from './runtimes'
import { Thread, ThreadFull } from './thread'
import { warmUpSources } from './warm-up'
import { foreignImport } from './wasi/wasi'

export type Phase = 'compile' | 'run'

type Compilation = { module: WebAssembly.Module; diagnostics: Diagnostic[] } | { failure: RunResult }

const runLimit = { programMs: engineLimits.runMs, wallMs: engineLimits.runWallMs }
const compileLimit = { programMs: engineLimits.compileMs, wallMs: engineLimits.compileWallMs }
const loadingLimit = { programMs: engineLimits.loadingMs, wallMs: engineLimits.loadingMs }

/**
 * Runs one program at a time inside a host process, with one thread for running and, from the first C or C++ program
 * on, one for compiling. In the server, adapters/runner/slot.ts controls the host process.
 */
export class WorkerSlot {
  private readonly cpu = new CpuClock()
  private readonly runner = new RunThread(this.cpu)
  /** Thread started in advance for the next program that needs a fresh realm; undefined before the first of them. */
  private spare: RunThread | undefined
  private readonly compiler: Thread<CompileOrder, Exclude<CompileReport, { ready: true }>>

  private modules: Promise<CompilerModules> | undefined
  private readonly warm = new Set<CompiledLanguage>()
  /** Resolves when the compiler is free; it may be busy warming up. */
  private compilerFree: Promise<void> = Promise.resolve()
  /** Sleep time of the current program. */
  private sleptMs = 0

  constructor(
    private readonly runtimes: Runtimes,
    private readonly cache: CompileCache,
    headersFile: string,
  ) {
    const data = async () => ({ headersFile, modules: await this.loadModules() })
    this.compiler = new Thread(this.cpu, new URL('./compile-worker.js', import.meta.url), data, 512)
  }

  private loadModules(): Promise<CompilerModules> {
    this.modules ??= compilerModules().catch((error) => {
      this.modules = undefined
      throw error
    })
    return this.modules
  }

  start(): Promise<void> {
    return this.runner.start()
  }

  /** Throws Starved if the program got too little CPU time. */
  async run(program: Program, onPhase: (phase: Phase) => void): Promise<{ result: RunResult; usedMs: number }> {
    const cpuBefore = this.cpu.nowMs()
    this.sleptMs = 0
    const result = await this.compileAndRun(program, onPhase)
    return { result, usedMs: Math.round(this.cpu.nowMs() - cpuBefore + this.sleptMs) }
  }

  private async compileAndRun(program: Program, onPhase: (phase: Phase) => void): Promise<RunResult> {
    const { language } = program
    if (language !== 'c' && language !== 'cpp') {
      return this.execute(program, await this.load(language), onPhase)
    }
    const known = this.cache.get(program)
    if (known) {
      const result = await this.execute(program, { kind: 'wasm', module: known.module }, onPhase)
      return { ...result, diagnostics: known.diagnostics, cached: true }
    }
    const compiled = await this.withCompiler(() => this.compile(language, program, onPhase))
    if ('failure' in compiled) return compiled.failure
    const result = await this.execute(program, { kind: 'wasm', module: compiled.module }, onPhase)
    return { ...result, diagnostics: compiled.diagnostics }
  }

  load(language: Parameters<Runtimes['of']>[0]): Promise<Runtime> {
    return this.cpu.uncounted(() => this.runtimes.of(language))
  }

  prepare(language: CompiledLanguage): Promise<void> {
    return this.withCompiler(() => this.warmUp(language))
  }

  private async withCompiler<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.compilerFree.then(work)
    this.compilerFree = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  private async compile(
    language: CompiledLanguage,
    program: Program,
    onPhase: (phase: Phase) => void,
  ): Promise<Compilation> {
    await this.warmUp(language)
    // The previous program may have ended the compiler thread; the time limit counts from when it accepts requests.
    await this.cpu.uncounted(() => this.compiler.start())
    onPhase('compile')
    const start = performance.now()
    const cpuBefore = this.cpu.nowMs()
    const failure = (stderr: string, reason: 'compile-error' | 'timeout', diagnostics: Diagnostic[] = []) => ({
      failure: { ...emptyResult, stderr, reason, diagnostics, timeMs: Math.round(performance.now() - start) },
    })
    try {
      const order = { language, source: program.source }
      const report = await this.compiler.ask(order, compileLimit, () => this.cpu.nowMs() - cpuBefore)
      if ('text' in report) return failure(report.text, 'compile-error', report.diagnostics)
      const { module, bytes } = report
      if (bytes > engineLimits.objectBytes) return failure(objectTooLargeText, 'compile-error')
      const foreign = foreignImport(module)
      if (foreign) return failure(`链接错误：${foreign}\n`, 'compile-error')
      this.cache.put(program, { module, diagnostics: report.diagnostics }, bytes)
      return { module, diagnostics: report.diagnostics }
    } catch (error) {
      // Starts a new compiler thread; its CPU time is not charged to programs that run meanwhile.
      this.cpu.uncounted(() => this.compiler.start()).catch(() => {})
      if (error instanceof TimedOut) return failure(compileTimeoutText, 'timeout')
      if (error instanceof ThreadFull) return failure('编译器用完了内存：这段代码太大或太复杂。\n', 'compile-error')
      throw error
    }
  }

  /** Warms up the compiler outside any time limit, because it is many times slower right after loading. */
  private async warmUp(language: CompiledLanguage): Promise<void> {
    if (this.warm.has(language)) return
    const order = { language, source: warmUpSources[language] }
    // Twice: after the first compile most of the compiler is optimised, after the second all of it.
    for (let n = 0; n < 2; n++) await this.cpu.uncounted(() => this.compiler.ask(order, loadingLimit, () => 0))
    this.warm.add(language)
  }

  private async execute(program: Program, runtime: Runtime, onPhase: (phase: Phase) => void): Promise<RunResult> {
    if (!program.fresh) return this.executeOn(this.runner, program, runtime, onPhase)
    const thread = this.spare ?? new RunThread(this.cpu)
    this.spare = undefined
    try {
      return await this.executeOn(thread, program, runtime, onPhase)
    } finally {
      thread.end()
      this.spare = new RunThread(this.cpu)
      // If the start fails, the next program that needs the thread tries again.
      this.spare.start().catch(() => {})
    }
  }

  private async executeOn(
    thread: RunThread,
    program: Program,
    runtime: Runtime,
    onPhase: (phase: Phase) => void,
  ): Promise<RunResult> {
    await thread.start()
    onPhase('run')
    const start = performance.now()
    try {
      const { outcome, timeMs } = await thread.run({ program, runtime }, runLimit)
      const result = resultOf(thread.output, outcome, timeMs)
      // Ends a thread that used much memory, which frees the memory at once.
      if (outcome.memoryBytes > engineLimits.memoryBytes / 2 && thread === this.runner) thread.replace()
      return result
    } catch (error) {
      const reason = error instanceof TimedOut ? 'timeout' : error instanceof ThreadFull ? 'memory' : undefined
      if (!reason) throw error
      // A terminated thread cannot report its memory; a thread that ran out of memory used all of it.
      const memoryBytes = reason === 'memory' ? engineLimits.memoryBytes : 0
      return resultOf(thread.output, { exitCode: null, reason, memoryBytes }, performance.now() - start)
    } finally {
      this.sleptMs = thread.output.sleptMs
    }
  }
}

function resultOf(output: Output, outcome: Outcome, timeMs: number): RunResult {
  const { cut } = output
  return {
    stdout: output.text(1) + (cut ? outputCutNotice : ''),
    stderr: output.text(2),
    exitCode: cut ? null : outcome.exitCode,
    reason: cut ? 'output-cut' : outcome.reason,
    diagnostics: outcome.diagnostics ?? [],
    tables: outcome.tables ?? [],
    timeMs: Math.round(timeMs),
    memoryKb: Math.round(outcome.memoryBytes / 1024),
    cached: false,
  }
}
