import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import type { EngineMemory } from './engine-memory'
import { firstLineShift, preludeSection, preludeSource, programForms } from './javascript-prelude'
import type { RejectionTracker } from './rejection-tracker'

/** Functions that the host of a program provides. */
export interface JavascriptHost {
  /** Memory of the engine that created the runtime. */
  memory: EngineMemory
  rejections: RejectionTracker
  /** Returns false when the output limit is reached; the program then ends. */
  print(stream: 1 | 2, text: string): boolean
  sleep(ms: number): void | Promise<void>
  /** Called periodically while the program runs. */
  pulse?(): void
}

export interface JavascriptEnd {
  exitCode: number | null
  reason: 'ok' | 'error' | 'memory' | 'output-cut'
  /** The printed text of the uncaught error. */
  failure?: string
}

type Result = ReturnType<QuickJSContext['evalCode']>
type Call = (name: string, ...args: QuickJSHandle[]) => Result

/** Exit code of an engine that aborted, as of a process after SIGABRT. */
const abortCode = 134

/** Recognises a program that throws `null` itself; the engine also throws `null` if it has no memory for an error. */
const throwsNull = /\b(?:throw|reject)\b[\s(]*null\b/

/** Runs one program in a new QuickJS context, on the server and in the browser alike. */
export function runJavascriptProgram(
  runtime: QuickJSRuntime,
  program: { source: string; stdin: string },
  host: JavascriptHost,
): Promise<JavascriptEnd> {
  return new Run(runtime, host).program(program.source, program.stdin)
}

class Run {
  private end: JavascriptEnd | undefined
  private readonly startedAt = performance.now()
  private readonly vm: QuickJSContext

  constructor(
    private readonly runtime: QuickJSRuntime,
    private readonly host: JavascriptHost,
  ) {
    this.vm = runtime.newContext()
    host.memory.watch(this.vm)
    host.rejections.watch(runtime)
    // Ends the program by an interruption, because its `catch` and `finally` cannot stop one.
    runtime.setInterruptHandler(() => {
      host.pulse?.()
      return this.end !== undefined
    })
  }

  async program(source: string, stdin: string): Promise<JavascriptEnd> {
    try {
      return await this.toTheEnd(source, stdin)
    } catch (error) {
      if (this.end) return this.end
      if (!(error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))) throw error
      return this.abort(/call stack/.test(error.message) ? 'stack' : 'memory')
    }
  }

  private async toTheEnd(source: string, stdin: string): Promise<JavascriptEnd> {
    const { vm } = this
    this.giveHost(stdin)
    const prelude = vm.unwrapResult(vm.evalCode(preludeSource, 'prelude.js'))
    const call: Call = (name, ...args) => vm.callFunction(vm.getProp(prelude, name), vm.undefined, ...args)
    const failed = (error: QuickJSHandle): JavascriptEnd => {
      const shown = call('show', error)
      if (this.end) return this.end
      const isNull = vm.eq(error, vm.null) && !throwsNull.test(source)
      if (this.host.memory.wasFull && (shown.error || isNull)) return this.abort('memory')
      return this.fail(shown.error ? String(vm.dump(error)) : vm.getString(shown.value))
    }

    this.runtime.setModuleLoader((name) => {
      const module = call('moduleSource', vm.newString(name))
      return module.error ? { error: new Error(String(vm.dump(module.error)?.message)) } : vm.getString(module.value)
    })
    const first = this.evaluate(source, call)
    if (first.error) return failed(first.error)
    for (;;) {
      const failure = this.runJobs(call)
      if (this.end) return this.end
      if (failure) return failed(failure)
      const rejected = this.host.rejections.take()
      for (const promise of rejected) {
        const error = this.unhandled(promise, call)
        if (error) return failed(error)
      }
      if (rejected.length > 0) continue
      const wait = call('wait')
      if (wait.error) return failed(wait.error)
      const ms = vm.getNumber(wait.value)
      if (ms < 0) break
      await this.host.sleep(ms)
      const fired = call('fire')
      if (fired.error) return failed(fired.error)
    }
    const code = call('ending')
    if (code.error) return failed(code.error)
    return this.end ?? exited(vm.getNumber(code.value))
  }

  private evaluate(source: string, call: Call): Result {
    const { vm } = this
    const forms = programForms(source)
    for (const [index, form] of forms.entries()) {
      if (form.type !== 'function')
        return vm.evalCode(form.code, 'main.js', { type: form.type === 'module' ? 'module' : 'global' })
      const body = vm.evalCode(form.code, 'main.js', { type: 'global' })
      if (body.error && index < forms.length - 1) continue
      if (body.error) return body
      call('shift', vm.newNumber(firstLineShift(form)))
      const names = vm.unwrapResult(call('names'))
      const values = [0, 1, 2, 3, 4].map((at) => vm.getProp(names, at))
      return vm.callFunction(body.value, values[0]!, ...values)
    }
    throw new Error('a program has at least one form')
  }

  /** Returns the rejection as the error that ends the program, unless the program listens for unhandled rejections. */
  private unhandled(promise: QuickJSHandle, call: Call): QuickJSHandle | undefined {
    const state = this.vm.getPromiseState(promise)
    if (state.type !== 'rejected') return undefined
    const handled = call('unhandledRejection', state.error, promise)
    if (handled.error) return handled.error
    return this.vm.dump(handled.value) === true ? undefined : state.error
  }

  /** Runs `process.nextTick` callbacks, then promise jobs, until both queues are empty. */
  private runJobs(call: Call): QuickJSHandle | undefined {
    for (;;) {
      const ticks = call('ticks')
      if (ticks.error) return ticks.error
      while (!this.end && this.runtime.hasPendingJob()) {
        const { error } = this.runtime.executePendingJobs(100)
        if (error) return error
      }
      if (this.end || this.vm.getNumber(ticks.value) === 0) return undefined
    }
  }

  private giveHost(stdin: string): void {
    const { vm } = this
    const host = vm.newObject()
    const give = (name: string, run: Parameters<QuickJSContext['newFunction']>[1]) =>
      vm.setProp(host, name, vm.newFunction(name, run))
    vm.setProp(host, 'input', vm.newString(stdin))
    give('write', (stream, text) => this.print(vm.getNumber(stream) === 2 ? 2 : 1, vm.getString(text)))
    give('exit', (code) => {
      this.end ??= exited(vm.getNumber(code))
    })
    give('now', () => vm.newNumber(performance.now() - this.startedAt))
    give('load', (name) => vm.evalCode(`(${preludeSection(vm.getString(name))})`, 'prelude.js', { type: 'global' }))
    give('peek', (promise) => {
      const state = vm.getPromiseState(promise)
      const pair = vm.newArray()
      vm.setProp(pair, 0, vm.newString(state.type))
      if (state.type !== 'pending') vm.setProp(pair, 1, state.type === 'rejected' ? state.error : state.value)
      return pair
    })
    give('iterator', (iterator) => {
      const state = this.host.memory.iteratorState(iterator)
      if (!state) return vm.undefined
      const shown = vm.newObject()
      vm.setProp(shown, 'source', state.source)
      vm.setProp(shown, 'kind', vm.newString(state.kind))
      vm.setProp(shown, 'remaining', vm.newNumber(state.remaining))
      return shown
    })
    vm.setProp(vm.global, '__host', host)
  }

  private print(stream: 1 | 2, text: string): void {
    if (!this.host.print(stream, text)) this.end ??= { exitCode: null, reason: 'output-cut' }
  }

  private fail(text: string): JavascriptEnd {
    this.host.print(2, `${text}\n`)
    const reason = /^InternalError: out of memory/.test(text) ? 'memory' : 'error'
    return { exitCode: 1, reason, failure: text }
  }

  /** Ends the program because the engine's stack or memory is exhausted. */
  private abort(exhausted: 'stack' | 'memory'): JavascriptEnd {
    const isMemory = exhausted === 'memory'
    this.host.print(2, `程序异常终止：${isMemory ? '内存用完了' : '递归太深，栈空间用完了'}\n`)
    return { exitCode: abortCode, reason: isMemory ? 'memory' : 'error' }
  }
}

function exited(code: number): JavascriptEnd {
  const exitCode = code & 255
  return { exitCode, reason: exitCode === 0 ? 'ok' : 'error' }
}
