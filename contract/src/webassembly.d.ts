/** The part of WebAssembly that rules/ uses. TypeScript declares WebAssembly only together with the browser's DOM. */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type Imports = Record<string, Record<string, unknown>>

  class Module {
    constructor(bytes: ArrayBufferView)
  }

  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }

  class Memory {
    constructor(size: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
  }

  interface Table {
    grow(slots: number): number
    set(index: number, value: unknown): void
  }

  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
