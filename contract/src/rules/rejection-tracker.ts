import type { QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import type { EngineMemory } from './engine-memory'

/**
 * Offset, in QuickJS's runtime structure, of the function called for a rejection without a handler. The package has no
 * way to set that function. Its version is pinned; if the offset changes, the tests of unhandled rejections fail.
 */
const trackerOffset = 160

/** WebAssembly module that exports its imported function with the tracker's type: (i32, i64, i64, i32, i32) → (). */
const typedFunction = new Uint8Array(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0],
    [2, 7, 1, 1, 0x66, 1, 0x66, 0, 0],
    [7, 5, 1, 1, 0x66, 0, 0],
  ].flat(),
)

/** Collects the promises of a program that were rejected and have no handler, as QuickJS reports them. */
export class RejectionTracker {
  /** By address of the promise. The handles keep the promises alive, so that no other promise gets the same address. */
  private readonly unhandled = new Map<bigint, QuickJSHandle>()
  private functionIndex = 0

  constructor(private readonly memory: EngineMemory) {}

  /** Instantiates the engine from a module compiled from the result of `engineBinary`. */
  async instantiate(
    module: WebAssembly.Module,
    imports: WebAssembly.Imports,
    onSuccess: (instance: WebAssembly.Instance) => void,
  ): Promise<WebAssembly.Exports> {
    const f = (_context: number, promise: bigint, _reason: bigint, isHandled: number) =>
      isHandled ? this.remove(promise) : this.add(promise)
    // Compiled synchronously: the threads of the asynchronous compiler may be busy for seconds with another module.
    const typed = new WebAssembly.Instance(new WebAssembly.Module(typedFunction), { f: { f } })
    const instance = await WebAssembly.instantiate(module, imports)
    const table = instance.exports.table as WebAssembly.Table
    this.functionIndex = table.grow(1)
    table.set(this.functionIndex, typed.exports.f)
    onSuccess(instance)
    return instance.exports
  }

  watch(runtime: QuickJSRuntime): void {
    const { value: address } = (runtime as unknown as { rt: { value: number } }).rt
    this.memory.view.setUint32(address + trackerOffset, this.functionIndex, true)
  }

  /** Returns the rejected promises without a handler, and forgets them. */
  take(): QuickJSHandle[] {
    const promises = [...this.unhandled.values()]
    this.unhandled.clear()
    return promises
  }

  private add(promise: bigint): void {
    this.unhandled.set(promise, this.memory.handleOf(promise))
  }

  private remove(promise: bigint): void {
    this.unhandled.get(promise)?.dispose()
    this.unhandled.delete(promise)
  }
}
