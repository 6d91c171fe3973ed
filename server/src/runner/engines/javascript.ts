import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { EngineMemory } from '@dxx/contract/rules/engine-memory'
import { runJavascriptProgram } from '@dxx/contract/rules/javascript-program'
import { RejectionTracker } from '@dxx/contract/rules/rejection-tracker'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { javascriptDiagnostics } from '../diagnostics'
import { engineLimits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { declareParameterProperties, rewriteNamespaces, withoutTypes } from './typescript-rewrite'

/** Removes TypeScript's types without checking them. Line numbers stay the same. */
export function stripTypes(source: string): { code: string } | { diagnostic: Diagnostic } {
  try {
    return { code: withoutTypes(rewriteNamespaces(declareParameterProperties(source))) }
  } catch (error) {
    const text = (error as Error).message.replace(/^Error transforming [^:]*: /, '')
    const [, message = text, line = '1', column = '1'] = /^(.*) \((\d+):(\d+)\)$/s.exec(text) ?? []
    return { diagnostic: { line: Number(line), column: Number(column), message, severity: 'error' } }
  }
}

export async function runJavascript(
  wasm: WebAssembly.Module,
  source: string,
  stdin: string,
  output: Output,
): Promise<Outcome> {
  const memory = new EngineMemory(engineLimits.memoryBytes)
  const rejections = new RejectionTracker(memory)
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory.wasm,
      emscriptenModule: { instantiateWasm: (imports, onSuccess) => rejections.instantiate(wasm, imports, onSuccess) },
    }),
  )
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(memory.programBytes)
  runtime.setMaxStackSize(256 * 1024)
  // No dispose calls are needed, because the whole instance is garbage collected.
  const { failure, ...end } = await runJavascriptProgram(
    runtime,
    { source, stdin },
    { memory, rejections, print: (stream, text) => printed(output, stream, text), sleep: (ms) => output.sleep(ms) },
  )
  const diagnostics = failure === undefined ? undefined : javascriptDiagnostics(failure)
  return { ...end, ...(diagnostics && { diagnostics }), memoryBytes: memory.bytes }
}

/** Prints a text. Returns false when the output limit is reached. */
function printed(output: Output, stream: 1 | 2, text: string): boolean {
  try {
    output.print(stream, text)
    return true
  } catch (error) {
    if (!(error instanceof OutputCut)) throw error
    return false
  }
}
