import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { preludeSource } from '@dxx/contract/rules/javascript-prelude'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { transform } from 'sucrase'
import { javascriptDiagnostics } from '../diagnostics'
import { limits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { abortCode } from './wasm'

const page = 65_536
/** What the engine itself needs beside the program's objects. */
const engineBytes = 8 * 1024 * 1024
const initialPages = 256
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** TypeScript's types are removed, not checked: what runs is the JavaScript that remains, line for line. */
export function stripTypes(source: string): { code: string } | { diagnostic: Diagnostic } {
  try {
    return { code: transform(source, { transforms: ['typescript'], disableESTransforms: true }).code }
  } catch (error) {
    const text = (error as Error).message.replace(/^Error transforming [^:]*: /, '')
    const [, message = text, line = '1', column = '1'] = /^(.*) \((\d+):(\d+)\)$/s.exec(text) ?? []
    return { diagnostic: { line: Number(line), column: Number(column), message, severity: 'error' } }
  }
}

export async function runJavascript(
  wasm: WebAssembly.Module,
  source: string,
  stdin: string,
  output: Output,
): Promise<Outcome> {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: limits.memoryBytes / page })
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm, wasmMemory: memory }))
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes - engineBytes)
  runtime.setMaxStackSize(256 * 1024)
  // Nothing is disposed of: the whole instance goes with its last reference.
  const vm = runtime.newContext()
  const end = new Run(runtime, vm, output).program(source, stdin)
  return { ...end, memoryBytes: memory.buffer.byteLength }
}

type End = Pick<Outcome, 'exitCode' | 'reason' | 'diagnostics'>

/** One program from start to end. */
class Run {
  private end: End | undefined

  constructor(
    private readonly runtime: QuickJSRuntime,
    private readonly vm: QuickJSContext,
    private readonly output: Output,
  ) {
    // Neither `catch` nor `finally` of the program stops an interruption.
    runtime.setInterruptHandler(() => this.end !== undefined)
  }

  program(source: string, stdin: string): End {
    try {
      return this.toTheEnd(source, stdin)
    } catch (error) {
      if (this.end) return this.end
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error
      return this.abort(error)
    }
  }

  private toTheEnd(source: string, stdin: string): End {
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
    const unfinished = first.value
    for (;;) {
      const failure = this.runJobs()
      if (this.end) return this.end
      if (failure) return failed(failure)
      const state = vm.getPromiseState(unfinished)
      if (state.type === 'rejected') return failed(state.error)
      const wait = call('wait')
      if (wait.error) return failed(wait.error)
      const ms = vm.getNumber(wait.value)
      if (ms < 0) break
      Atomics.wait(sleeper, 0, 0, ms)
      const fired = call('fire')
      if (fired.error) return failed(fired.error)
    }
    const code = call('exitCode')
    if (code.error) return failed(code.error)
    const exitCode = vm.getNumber(code.value) & 255
    return { exitCode, reason: exitCode === 0 ? 'ok' : 'error' }
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
          this.output.print(vm.getNumber(stream) === 2 ? 2 : 1, vm.getString(text))
        } catch (error) {
          if (!(error instanceof OutputCut)) throw error
          this.end ??= { exitCode: null, reason: 'output-cut' }
        }
      }),
    )
    vm.setProp(
      host,
      'exit',
      vm.newFunction('exit', (code) => {
        const exitCode = vm.getNumber(code) & 255
        this.end ??= { exitCode, reason: exitCode === 0 ? 'ok' : 'error' }
      }),
    )
    vm.setProp(vm.global, '__host', host)
  }

  private fail(text: string): End {
    this.printError(text)
    const reason = /^InternalError: out of memory/.test(text) ? 'memory' : 'error'
    return { exitCode: 1, reason, diagnostics: javascriptDiagnostics(text) }
  }

  /** The engine itself gave up: its stack or memory is used up. */
  private abort(error: Error): End {
    const memory = !/call stack/.test(error.message)
    this.printError(memory ? '程序异常终止：内存用完了' : '程序异常终止：递归太深，栈空间用完了')
    return { exitCode: abortCode, reason: memory ? 'memory' : 'error' }
  }

  private printError(text: string): void {
    try {
      this.output.print(2, `${text}\n`)
    } catch (error) {
      if (!(error instanceof OutputCut)) throw error
    }
  }
}
