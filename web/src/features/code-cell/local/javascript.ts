import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { preludeSource } from '@dxx/contract/rules/javascript-prelude'
import loader from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { type LocalEnd, type LocalProgram, localLimits, type Report } from './messages'
import { limitedPrint, OutputCut } from './output'

// Imported as they are, not on demand as the package's own variant does: a worker is one file.
const variant: QuickJSSyncVariant = {
  type: 'sync',
  importFFI: async () => QuickJSFFI,
  importModuleLoader: async () => loader,
}

const page = 65_536
const initialPages = 256
/** What the engine itself needs beside the program's objects. */
const engineBytes = 8 * 1024 * 1024

/** The engine that the server runs JavaScript with, set up the same way. */
export async function loadJavascript(wasmBinary: ArrayBuffer) {
  // The limit that holds whatever the engine counts.
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum: localLimits.memoryBytes / page })
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary, wasmMemory }))
  return async (program: LocalProgram, report: Report): Promise<LocalEnd> => {
    const runtime = engine.newRuntime()
    runtime.setMemoryLimit(localLimits.memoryBytes - engineBytes)
    runtime.setMaxStackSize(256 * 1024)
    // Nothing is disposed of: the worker ends with the program.
    const vm = runtime.newContext()
    const end = await new Run(runtime, vm, report).program(program)
    return { ...end, memoryKb: wasmMemory.buffer.byteLength / 1024 }
  }
}

type End = Omit<LocalEnd, 'memoryKb'>

class Run {
  private end: End | undefined
  private readonly print: Report['print']

  constructor(
    private readonly runtime: QuickJSRuntime,
    private readonly vm: QuickJSContext,
    report: Report,
  ) {
    this.print = limitedPrint(report)
    // Neither `catch` nor `finally` of the program stops an interruption.
    runtime.setInterruptHandler(() => {
      report.pulse()
      return this.end !== undefined
    })
  }

  async program({ source, stdin }: LocalProgram): Promise<End> {
    try {
      return await this.toTheEnd(source, stdin)
    } catch (error) {
      if (this.end) return this.end
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error
      const memory = !/call stack/.test(error.message)
      this.printError(memory ? '程序异常终止：内存用完了' : '程序异常终止：递归太深，栈空间用完了')
      return { exitCode: 134, reason: memory ? 'memory' : 'error', diagnostics: [] }
    }
  }

  private async toTheEnd(source: string, stdin: string): Promise<End> {
    const { vm } = this
    this.giveHost(stdin)
    const prelude = vm.unwrapResult(vm.evalCode(preludeSource, 'prelude.js'))
    const call = (name: string, ...args: QuickJSHandle[]) =>
      vm.callFunction(vm.getProp(prelude, name), vm.undefined, ...args)
    const failed = (error: QuickJSHandle): End => {
      const shown = call('show', error)
      return this.end ?? this.fail(shown.error ? String(vm.dump(error)) : vm.getString(shown.value))
    }

    const first = this.evaluate(source)
    if (first.error) return failed(first.error)
    for (;;) {
      const failure = this.runJobs()
      if (this.end) return this.end
      if (failure) return failed(failure)
      const state = vm.getPromiseState(first.value)
      if (state.type === 'rejected') return failed(state.error)
      const wait = vm.getNumber(vm.unwrapResult(call('wait')))
      if (wait < 0) break
      await new Promise((resolve) => setTimeout(resolve, wait))
      const fired = call('fire')
      if (fired.error) return failed(fired.error)
    }
    return exited(vm.getNumber(vm.unwrapResult(call('exitCode'))))
  }

  /** As a script; what only a module may contain makes it one. */
  private evaluate(source: string) {
    const asScript = this.vm.evalCode(source, 'main.js', { type: 'global' })
    if (!asScript.error || this.end || !/\bawait\b|^\s*(import|export)\b/m.test(source)) return asScript
    if (this.vm.dump(asScript.error)?.name !== 'SyntaxError') return asScript
    return this.vm.evalCode(source, 'main.js', { type: 'module' })
  }

  private runJobs(): QuickJSHandle | undefined {
    while (!this.end && this.runtime.hasPendingJob()) {
      const { error } = this.runtime.executePendingJobs(100)
      if (error) return error
    }
    return undefined
  }

  private giveHost(stdin: string): void {
    const { vm } = this
    const host = vm.newObject()
    vm.setProp(host, 'input', vm.newString(stdin))
    vm.setProp(
      host,
      'write',
      vm.newFunction('write', (stream, text) => {
        try {
          this.print(vm.getNumber(stream) === 2 ? 2 : 1, vm.getString(text))
        } catch (error) {
          if (!(error instanceof OutputCut)) throw error
          this.end ??= { exitCode: null, reason: 'output-cut', diagnostics: [] }
        }
      }),
    )
    vm.setProp(
      host,
      'exit',
      vm.newFunction('exit', (code) => {
        this.end ??= exited(vm.getNumber(code))
      }),
    )
    vm.setProp(vm.global, '__host', host)
  }

  private fail(text: string): End {
    this.printError(text)
    const reason = /^InternalError: out of memory/.test(text) ? 'memory' : 'error'
    return { exitCode: 1, reason, diagnostics: placesIn(text) }
  }

  private printError(text: string): void {
    try {
      this.print(2, `${text}\n`)
    } catch (error) {
      if (!(error instanceof OutputCut)) throw error
    }
  }
}

function exited(code: number): End {
  const exitCode = code & 255
  return { exitCode, reason: exitCode === 0 ? 'ok' : 'error', diagnostics: [] }
}

function placesIn(text: string): Diagnostic[] {
  const at = /\bmain\.js:(\d+)(?::(\d+))?/.exec(text)
  if (!at) return []
  return [{ line: Number(at[1]), column: Number(at[2] ?? 1), message: text.split('\n')[0]!, severity: 'error' }]
}
