import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { boundedDiagnostics } from './diagnostics'
import { type Compiled, type CppLibrary, compile, loadCompiler, unpackLibrary } from './engines/clang'
import { type CompilerModules, useModules } from './engines/compiler-modules'
import { freezeIntrinsics } from './frozen'
import type { CompileOrder, CompileReport } from './messages'

/** A thread that keeps the compiler loaded. The file of precompiled headers may be created while the thread runs. */
const { headersFile, modules } = workerData as { headersFile: string; modules: CompilerModules }
useModules(modules)
freezeIntrinsics()
let library: CppLibrary | undefined

function findLibrary(): CppLibrary | undefined {
  try {
    library ??= unpackLibrary(readFileSync(headersFile))
  } catch {
    // Ignored: without the file, programs compile as well, only slower.
  }
  return library
}

parentPort!.on('message', async ({ language, source }: CompileOrder) => {
  const compiled = await compile(language, source, language === 'cpp' ? findLibrary() : undefined)
  parentPort!.postMessage(reportOf(compiled))
})

function reportOf(compiled: Compiled): CompileReport {
  const diagnostics = boundedDiagnostics(compiled.diagnostics)
  if ('text' in compiled) return { text: compiled.text, diagnostics }
  try {
    // Synchronous, so that the compiler's time limit applies. Asynchronous compilation would wait for V8's only helper
    // thread, which may still be optimising the compiler.
    const module = new WebAssembly.Module(compiled.wasm as Uint8Array<ArrayBuffer>)
    return { module, bytes: compiled.wasm.length, diagnostics }
  } catch (error) {
    // For some programs the linker produces modules that are invalid or exceed a limit of V8.
    if (!(error instanceof WebAssembly.CompileError)) throw error
    return { text: invalidModuleText(error.message), diagnostics }
  }
}

function invalidModuleText(message: string): string {
  if (message.includes('Duplicate export'))
    return '链接错误：程序导出的名字重复，memory 和 _start 这两个名字不能再用，请去掉 export_name\n'
  return '编译出来的程序太大或太复杂，不能运行，请把它拆成更小的函数。\n'
}

await loadCompiler()
const ready: CompileReport = { ready: true }
parentPort!.postMessage(ready)
