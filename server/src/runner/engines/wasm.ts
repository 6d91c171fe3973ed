import { engineLimits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { freshRoot } from '../wasi/files'
import { ProgramExit, Wasi } from '../wasi/wasi'

/** Exit code that shells report for an aborted program. */
const abortCode = 134

/** Runs a compiled C or C++ program. */
export function runCompiledProgram(module: WebAssembly.Module, stdin: string, output: Output): Outcome {
  const wasi = new Wasi({
    args: ['main'],
    env: [],
    root: freshRoot(),
    stdin: bytesReader(new TextEncoder().encode(stdin)),
    write: (stream, bytes) => output.write(stream, bytes),
    sleep: (ms) => output.sleep(ms),
  })
  const ended: { by?: unknown } = {}
  const instance = new WebAssembly.Instance(module, passHandlers(wasi.imports(module), ended))
  const { memory, _start: start } = instance.exports
  // A program may export other objects under the names `memory` and `_start`.
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') return refused(output)
  wasi.memory.attach(memory)
  return runToEnd(wasi, output, () => {
    try {
      start()
      return 0
    } catch (error) {
      throw ended.by ?? error
    }
  })
}

function refused(output: Output): Outcome {
  output.print(2, '程序导出了名为 memory 或 _start 的内容，不能运行，请去掉 export_name\n')
  return { exitCode: abortCode, reason: 'error', memoryBytes: 0 }
}

/** A module whose only function traps: `(module (func (export "f") unreachable))`. */
const trapModule = new WebAssembly.Module(
  Buffer.from('0061736d0100000001040160000003020100070501016600000a05010300000b', 'hex'),
)

/**
 * Wraps the imports so that an error thrown by an import does not run the program's destructors: WebAssembly's cleanup
 * code catches all JavaScript exceptions, but no traps. The error is stored, and a trap ends the program.
 */
function passHandlers(imports: WebAssembly.Imports, ended: { by?: unknown }): WebAssembly.Imports {
  const trap = new WebAssembly.Instance(trapModule).exports.f as () => never
  const table: WebAssembly.Imports = Object.create(null)
  for (const [from, calls] of Object.entries(imports)) {
    const wrapped: WebAssembly.Imports[string] = Object.create(null)
    for (const [name, call] of Object.entries(calls) as [string, (...args: unknown[]) => number][]) {
      wrapped[name] = (...args: unknown[]) => {
        try {
          return call(...args)
        } catch (error) {
          ended.by ??= error
          return trap()
        }
      }
    }
    table[from] = wrapped
  }
  return table
}

/** Errors caused by the program; TypeError if it declares a WASI function with a different result type. */
const programErrors = [WebAssembly.RuntimeError, WebAssembly.Exception, RangeError, TypeError]

/** Runs the program to its end and returns how it ended. */
export function runToEnd(wasi: Wasi, output: Output, start: () => number): Outcome {
  const end = endOf(start, output)
  return { ...end, memoryBytes: wasi.memory.size, ...(isFull(end, wasi) && { reason: 'memory' }) }
}

function endOf(start: () => number, output: Output): Pick<Outcome, 'exitCode' | 'reason'> {
  try {
    return exited(start())
  } catch (error) {
    if (error instanceof ProgramExit) return exited(error.code)
    if (error instanceof OutputCut) return { exitCode: null, reason: 'output-cut' }
    if (!programErrors.some((type) => error instanceof type)) throw error
    try {
      output.print(2, `程序异常终止：${explainTrap(error as Error | WebAssembly.Exception)}\n`)
    } catch (cut) {
      if (!(cut instanceof OutputCut)) throw cut
    }
    return { exitCode: abortCode, reason: 'error' }
  }
}

function exited(exitCode: number): Pick<Outcome, 'exitCode' | 'reason'> {
  return { exitCode, reason: exitCode === 0 ? 'ok' : 'error' }
}

/** A program that died with nearly all memory in use ran out of memory. */
function isFull({ reason }: Pick<Outcome, 'reason'>, wasi: Wasi): boolean {
  return reason === 'error' && wasi.memory.size > 0.9 * engineLimits.memoryBytes
}

function explainTrap(error: Error | WebAssembly.Exception): string {
  if (error instanceof WebAssembly.Exception) return '异常没有被捕获，或者 longjmp 的目标已经不在'
  const { message } = error
  if (message.includes('call stack')) return '递归太深，栈空间用完了'
  if (message.includes('out of bounds')) return '访问了无效的内存，请检查数组下标、指针和递归深度'
  if (message.includes('divide by zero') || message.includes('remainder by zero')) return '除数是 0'
  if (message.includes('unrepresentable')) return '整数运算溢出'
  if (message.includes('unreachable')) return '程序主动中止（abort、断言失败，或执行到了不该到达的地方）'
  return '执行了无效的操作'
}

export function bytesReader(bytes: Uint8Array): (into: Uint8Array) => number {
  let at = 0
  return (into) => {
    const part = bytes.subarray(at, at + into.length)
    into.set(part)
    at += part.length
    return part.length
  }
}
