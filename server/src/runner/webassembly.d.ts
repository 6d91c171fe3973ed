/** WebAssembly as far as the runner uses it: the compiler's library knows it only together with the browser's. */
declare namespace WebAssembly {
  type ImportValue = unknown
  type Imports = Record<string, Record<string, ImportValue>>

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer)
    static imports(module: Module): { module: string; name: string; kind: string }[]
  }

  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Record<string, unknown>
  }

  class Memory {
    constructor(size: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  interface Global {
    value: number
  }

  class RuntimeError extends Error {}

  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>
}
