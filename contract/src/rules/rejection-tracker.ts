import type { QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import type { EngineMemory } from './engine-memory'

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

/** Collects the promises of a program that were rejected and have no handler, as QuickJS reports them. */
export class RejectionTracker {
  /** Retained, so that no other promise gets the same address. */
  private readonly unhandled = new Map<bigint, QuickJSHandle>()
  private functionIndex = 0

  constructor(private readonly memory: EngineMemory) {}

  /** Instantiates the engine, whose binary is a result of `engineBinary`. */
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

  watch(runtime: QuickJSRuntime): void {
    const { value: address } = (runtime as unknown as { rt: { value: number } }).rt
    this.memory.view.setUint32(address + trackerOffset, this.functionIndex, true)
  }

  /** Returns the promises that have no handler, each once. */
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
