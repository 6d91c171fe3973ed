import type { Diagnostic, RunResult } from '@dxx/contract/calls/runcode'
import type { CompileCache } from './compile-cache'
import { emptyResult } from './empty-result'
import { compileTimeoutText, limits, outputCutNotice } from './limits'
import type { CompileOrder, CompileReport, RunOrder, RunReport, Runtime } from './messages'
import { Output } from './output'
import type { CompiledLanguage, Outcome, Program } from './program'
import type { Runtimes } from './runtimes'
import { Thread, ThreadFull, TimedOut } from './thread'

export type Phase = 'compile' | 'run'

type Compilation = { module: WebAssembly.Module; diagnostics: Diagnostic[] } | { failure: RunResult }

/** Runs one program at a time, with a thread to run and, once C or C++ is asked for, a thread to compile. */
export class Lane {
  private readonly output = new Output()
  private readonly runner: Thread<RunOrder, Exclude<RunReport, { ready: true }>>
  private readonly compiler: Thread<CompileOrder, Exclude<CompileReport, { ready: true }>>

  private readonly warm = new Set<CompiledLanguage>()
  /** Resolves when the compiler is free: it may be warming up for a program that nobody has sent yet. */
  private compilerFree: Promise<void> = Promise.resolve()

  constructor(
    private readonly runtimes: Runtimes,
    private readonly cache: CompileCache,
    headersFile: string,
  ) {
    this.runner = new Thread(new URL('./run-worker.js', import.meta.url), { output: this.output.shared }, 128)
    this.compiler = new Thread(new URL('./compile-worker.js', import.meta.url), { headersFile }, 512)
  }

  start(): Promise<void> {
    return this.runner.start()
  }

  async run(program: Program, onPhase: (phase: Phase) => void): Promise<RunResult> {
    const { language } = program
    if (language !== 'c' && language !== 'cpp') {
      return this.execute(program, await this.runtimes.of(language), onPhase)
    }
    const known = this.cache.get(language, program.source)
    if (known) {
      const result = await this.execute(program, { kind: 'wasm', module: known.module }, onPhase)
      return { ...result, diagnostics: known.diagnostics, cached: true }
    }
    const compiled = await this.compile(language, program.source, onPhase)
    if ('failure' in compiled) return compiled.failure
    const result = await this.execute(program, { kind: 'wasm', module: compiled.module }, onPhase)
    return { ...result, diagnostics: compiled.diagnostics }
  }

  prepare(language: CompiledLanguage): void {
    // If it fails, the first program tries again and tells.
    this.withCompiler(() => this.warmUp(language)).catch(() => {})
  }

  private async withCompiler<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.compilerFree.then(work)
    this.compilerFree = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  private compile(language: CompiledLanguage, source: string, onPhase: (phase: Phase) => void): Promise<Compilation> {
    return this.withCompiler(() => this.compileAlone(language, source, onPhase))
  }

  private async compileAlone(
    language: CompiledLanguage,
    source: string,
    onPhase: (phase: Phase) => void,
  ): Promise<Compilation> {
    await this.warmUp(language)
    onPhase('compile')
    const start = performance.now()
    const failure = (stderr: string, reason: 'compile-error' | 'timeout', diagnostics: Diagnostic[] = []) => ({
      failure: { ...emptyResult, stderr, reason, diagnostics, timeMs: Math.round(performance.now() - start) },
    })
    try {
      const report = await this.compiler.ask({ language, source }, limits.compileMs)
      if ('text' in report) return failure(report.text, 'compile-error', report.diagnostics)
      const module = await WebAssembly.compile(report.wasm as Uint8Array<ArrayBuffer>)
      this.cache.put(language, source, { module, diagnostics: report.diagnostics }, report.wasm.length)
      return { module, diagnostics: report.diagnostics }
    } catch (error) {
      // Another thread takes over, and knows nothing yet.
      this.warm.clear()
      if (error instanceof TimedOut) return failure(compileTimeoutText, 'timeout')
      if (error instanceof ThreadFull) return failure('编译器用完了内存：这段代码太大或太复杂。\n', 'compile-error')
      throw error
    }
  }

  /** A compiler that has just been loaded is many times slower; the first program's time limit must not pay for that. */
  private async warmUp(language: CompiledLanguage): Promise<void> {
    if (this.warm.has(language)) return
    try {
      await this.compiler.ask({ language, source: warmUpSources[language] }, limits.loadingMs)
    } catch (error) {
      // Another thread takes over, and knows nothing yet.
      this.warm.clear()
      throw error
    }
    this.warm.add(language)
  }

  private async execute(program: Program, runtime: Runtime, onPhase: (phase: Phase) => void): Promise<RunResult> {
    await this.runner.start()
    this.output.reset()
    onPhase('run')
    const start = performance.now()
    try {
      const { outcome, timeMs } = await this.runner.ask({ program, runtime }, limits.runMs)
      const result = this.result(outcome, timeMs)
      // Its memory is free at once with the thread, and some time later without.
      if (outcome.memoryBytes > limits.memoryBytes / 2) await this.runner.replace()
      return result
    } catch (error) {
      const reason = error instanceof TimedOut ? 'timeout' : error instanceof ThreadFull ? 'memory' : undefined
      if (!reason) throw error
      // A thread that was ended cannot be asked any more; one that was full is known to have been.
      const memoryBytes = reason === 'memory' ? limits.memoryBytes : 0
      return this.result({ exitCode: null, reason, memoryBytes }, performance.now() - start)
    }
  }

  private result(outcome: Outcome, timeMs: number): RunResult {
    const cut = this.output.cut
    return {
      stdout: this.output.text(1) + (cut ? outputCutNotice : ''),
      stderr: this.output.text(2),
      exitCode: cut ? null : outcome.exitCode,
      reason: cut ? 'output-cut' : outcome.reason,
      diagnostics: outcome.diagnostics ?? [],
      tables: outcome.tables ?? [],
      timeMs: Math.round(timeMs),
      memoryKb: Math.round(outcome.memoryBytes / 1024),
      cached: false,
    }
  }
}

/** They touch what most programs of beginners touch. */
const warmUpSources = {
  c: '#include <stdio.h>\n#include <stdlib.h>\nint main() { int n; scanf("%d", &n); printf("%d\\n", abs(n)); }',
  cpp: `#include <algorithm>
#include <iostream>
#include <map>
#include <vector>
int main() {
  std::vector<int> list{3, 1, 2};
  std::sort(list.begin(), list.end());
  std::map<std::string, int> counts;
  for (int number : list) counts[std::to_string(number)]++;
  std::cout << counts.size() << std::endl;
}`,
}
