import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** WebAssembly modules of the compiler by size in bytes, the only property that identifies them in `useModules`. */
export type CompilerModules = Map<number, WebAssembly.Module>

const names = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm']

/**
 * Compiles the compiler's modules once for all threads. V8 keeps the optimised code of a module while a thread
 * references it; the host's main thread does, so a new compiler thread starts with optimised code.
 */
export async function compilerModules(): Promise<CompilerModules> {
  const folder = dirname(createRequire(import.meta.url).resolve('@yowasp/clang'))
  const modules: CompilerModules = new Map()
  for (const name of names) {
    const binary = await readFile(join(folder, name))
    modules.set(binary.length, await WebAssembly.compile(binary as Uint8Array<ArrayBuffer>))
  }
  return modules
}

/** Makes the compiler's library use these modules instead of compiling them. Call before freezing the intrinsics. */
export function useModules(modules: CompilerModules): void {
  WebAssembly.compileStreaming = async (source) => {
    const response = await source
    const module = modules.get(Number(response.headers.get('content-length')))
    if (!module) throw new Error('the compiler has a module that is not known here')
    await response.body?.cancel()
    return module
  }
}
