/** WebAssembly types used by the runner; TypeScript declares them only in its browser library. */
declare namespace WebAssembly {
  type ImportValue = unknown
  type Imports = Record<string, Record<string, ImportValue>>
  type Exports = Record<string, unknown>

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer)
    static imports(module: Module): { module: string; name: string; kind: string }[]
  }

  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Exports
  }

  class Memory {
    constructor(size: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  interface Table {
    grow(slots: number): number
    set(index: number, value: unknown): void
  }

  interface Global {
    value: number
  }

  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class Exception {}

  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
  let compileStreaming: (source: Response | Promise<Response>) => Promise<Module>
}
