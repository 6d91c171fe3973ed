import { limits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { freshRoot } from '../wasi/files'
import { ProgramExit, Wasi } from '../wasi/wasi'

/** Exit code of programs that were ended by the machine, as shells report an abort. */
export const abortCode = 134

/** Runs a compiled C or C++ program. */
export function runWasm(module: WebAssembly.Module, stdin: string, output: Output): Outcome {
  const wasi = new Wasi({
    args: ['main'],
    env: [],
    root: freshRoot(),
    stdin: bytesReader(new TextEncoder().encode(stdin)),
    write: (stream, bytes) => output.write(stream, bytes),
  })
  const instance = new WebAssembly.Instance(module, wasi.imports(module))
  wasi.memory.attach(instance.exports.memory as WebAssembly.Memory)
  return finish(wasi, output, () => {
    ;(instance.exports._start as () => void)()
    return 0
  })
}

/** Runs the program to its end and says how it ended. */
export function finish(wasi: Wasi, output: Output, start: () => number): Outcome {
  const end = endOf(start, output)
  return { ...end, memoryBytes: wasi.memory.size, ...(isFull(end, wasi) && { reason: 'memory' }) }
}

function endOf(start: () => number, output: Output): Pick<Outcome, 'exitCode' | 'reason'> {
  try {
    return exited(start())
  } catch (error) {
    if (error instanceof ProgramExit) return exited(error.code)
    if (error instanceof OutputCut) return { exitCode: null, reason: 'output-cut' }
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error
    try {
      output.print(2, `程序异常终止：${explainTrap(error)}\n`)
    } catch (cut) {
      if (!(cut instanceof OutputCut)) throw cut
    }
    return { exitCode: abortCode, reason: 'error' }
  }
}

function exited(exitCode: number): Pick<Outcome, 'exitCode' | 'reason'> {
  return { exitCode, reason: exitCode === 0 ? 'ok' : 'error' }
}

/** A program that died with nearly all memory in use died of it. */
function isFull({ reason }: Pick<Outcome, 'reason'>, wasi: Wasi): boolean {
  return reason === 'error' && wasi.memory.size > 0.9 * limits.memoryBytes
}

function explainTrap({ message }: Error): string {
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
