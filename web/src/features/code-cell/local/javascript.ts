import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { engineBinary } from '@dxx/contract/rules/engine-binary'
import { EngineMemory } from '@dxx/contract/rules/engine-memory'
import { runJavascriptProgram } from '@dxx/contract/rules/javascript-program'
import { RejectionTracker } from '@dxx/contract/rules/rejection-tracker'
import loader from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { type LocalEnd, type LocalProgram, localLimits, type Report } from './messages'
import { limitedPrint, OutputCut } from './output'

// Imported statically, unlike the package's own variant, because a worker must be a single file.
const variant: QuickJSSyncVariant = {
  type: 'sync',
  importFFI: async () => QuickJSFFI,
  importModuleLoader: async () => loader,
}

/** Loads the JavaScript engine that the server uses, with the same setup. */
export async function loadJavascript(wasmBinary: ArrayBuffer) {
  // Hard memory limit, independent of the engine's own accounting.
  const memory = new EngineMemory(localLimits.memoryBytes)
  const wasm = await WebAssembly.compile(engineBinary(new Uint8Array(wasmBinary)))
  const rejections = new RejectionTracker(memory)
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory.wasm,
      emscriptenModule: { instantiateWasm: (imports, onSuccess) => rejections.instantiate(wasm, imports, onSuccess) },
    }),
  )
  return async (program: LocalProgram, report: Report): Promise<LocalEnd> => {
    const runtime = engine.newRuntime()
    runtime.setMemoryLimit(memory.programBytes)
    runtime.setMaxStackSize(256 * 1024)
    const print = limitedPrint(report)
    // No disposal: the worker ends with the program.
    const { failure, ...end } = await runJavascriptProgram(runtime, program, {
      memory,
      rejections,
      print: (stream, text) => printed(print, stream, text),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      pulse: () => report.pulse(),
    })
    const diagnostics = failure === undefined ? [] : placesIn(failure)
    return { ...end, diagnostics, memoryKb: memory.bytes / 1024 }
  }
}

/** Prints the text. Returns false when the output limit is reached. */
function printed(print: Report['print'], stream: 1 | 2, text: string): boolean {
  try {
    print(stream, text)
    return true
  } catch (error) {
    if (!(error instanceof OutputCut)) throw error
    return false
  }
}

function placesIn(text: string): Diagnostic[] {
  const at = /\bmain\.js:(\d+)(?::(\d+))?/.exec(text)
  if (!at) return []
  return [{ line: Number(at[1]), column: Number(at[2] ?? 1), message: text.split('\n')[0]!, severity: 'error' }]
}
