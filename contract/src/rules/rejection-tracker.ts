import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'

/**
 * Position in QuickJS's runtime structure of the function that it calls for rejections without a handler. The package
 * does not offer to set it; its version is pinned, and the tests of unhandled rejections fail if it moves.
 */
const trackerOffset = 160

/** A module that exports the function it imports, with the type of the tracker: (i32, i64, i64, i32, i32) → nothing. */
const typedFunction = new Uint8Array(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0],
    [2, 7, 1, 1, 0x66, 1, 0x66, 0, 0],
    [7, 5, 1, 1, 0x66, 0, 0],
  ].flat(),
)

const exportSection = 7
const tableExport = [5, ...[...'table'].map((char) => char.charCodeAt(0)), 1, 0]

/** Returns the engine's binary with its function table exported, to which the tracker is added. */
export function exportTable(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < binary.length; ) {
    const id = binary[at]
    const [length, start] = readUnsigned(binary, at + 1)
    if (id === exportSection) {
      const [count, entries] = readUnsigned(binary, start)
      const body = [...unsigned(count + 1), ...binary.subarray(entries, start + length), ...tableExport]
      const section = [exportSection, ...unsigned(body.length), ...body]
      const changed = new Uint8Array(at + section.length + binary.length - start - length)
      changed.set(binary.subarray(0, at))
      changed.set(section, at)
      changed.set(binary.subarray(start + length), at + section.length)
      return changed
    }
    at = start + length
  }
  throw new Error('the engine exports nothing')
}

function readUnsigned(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0
  for (let at = from, shift = 0; ; shift += 7) {
    const byte = bytes[at++]!
    value |= (byte & 127) << shift
    if (byte < 128) return [value, at]
  }
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

/** Collects the promises of a program that were rejected and have no handler, as QuickJS reports them. */
export class RejectionTracker {
  /** Retained, so that no other promise gets the same address. */
  private readonly unhandled = new Map<bigint, QuickJSHandle>()
  private retain: ((promise: bigint) => QuickJSHandle) | undefined
  private functionIndex = 0

  constructor(private readonly memory: WebAssembly.Memory) {}

  /** Instantiates the engine, whose binary is a result of `exportTable`. */
  async instantiate(
    module: WebAssembly.Module,
    imports: WebAssembly.Imports,
    onSuccess: (instance: WebAssembly.Instance) => void,
  ): Promise<WebAssembly.Exports> {
    const f = (_context: number, promise: bigint, _reason: bigint, isHandled: number) =>
      isHandled ? this.remove(promise) : this.add(promise)
    // Compiled on this thread: the pool of WebAssembly's asynchronous compiler may be busy for seconds, optimising another.
    const typed = new WebAssembly.Instance(new WebAssembly.Module(typedFunction), { f: { f } })
    const instance = await WebAssembly.instantiate(module, imports)
    const table = instance.exports.table as WebAssembly.Table
    this.functionIndex = table.grow(1)
    table.set(this.functionIndex, typed.exports.f)
    onSuccess(instance)
    return instance.exports
  }

  watch(runtime: QuickJSRuntime, vm: QuickJSContext): void {
    const { value: address } = (runtime as unknown as { rt: { value: number } }).rt
    const view = () => new DataView(this.memory.buffer)
    view().setUint32(address + trackerOffset, this.functionIndex, true)
    // A handle is the address of a value: a copy made while the value is the promise is a handle of the promise.
    const cell = vm.newNumber(0)
    const zero = view().getBigInt64(cell.value, true)
    this.retain = (promise) => {
      view().setBigInt64(cell.value, promise, true)
      const handle = cell.dup()
      view().setBigInt64(cell.value, zero, true)
      return handle
    }
  }

  /** Returns the promises that have no handler, each once. */
  take(): QuickJSHandle[] {
    const promises = [...this.unhandled.values()]
    this.unhandled.clear()
    return promises
  }

  private add(promise: bigint): void {
    if (this.retain) this.unhandled.set(promise, this.retain(promise))
  }

  private remove(promise: bigint): void {
    this.unhandled.get(promise)?.dispose()
    this.unhandled.delete(promise)
  }
}
