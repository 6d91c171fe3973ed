import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { runJavascriptProgram } from '@dxx/contract/rules/javascript-program'
import { RejectionTracker } from '@dxx/contract/rules/rejection-tracker'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { transform } from 'sucrase'
import { javascriptDiagnostics } from '../diagnostics'
import { limits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { declareParameterProperties, rewriteNamespaces } from './typescript-rewrite'

const page = 65_536
/** Memory of the engine itself, besides the program's objects. */
const engineBytes = 8 * 1024 * 1024
const initialPages = 256

/** Removes TypeScript's types without checking them: the remaining JavaScript keeps its lines. */
export function stripTypes(source: string): { code: string } | { diagnostic: Diagnostic } {
  try {
    return {
      code: transform(rewriteNamespaces(declareParameterProperties(source)), {
        transforms: ['typescript'],
        disableESTransforms: true,
      }).code,
    }
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
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: limits.memoryBytes / page })
  const rejections = new RejectionTracker(memory)
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory,
      emscriptenModule: { instantiateWasm: (imports, onSuccess) => rejections.instantiate(wasm, imports, onSuccess) },
    }),
  )
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes - engineBytes)
  runtime.setMaxStackSize(256 * 1024)
  // Nothing is disposed of: the whole instance is garbage collected.
  const { failure, ...end } = await runJavascriptProgram(
    runtime,
    { source, stdin },
    { rejections, print: (stream, text) => printed(output, stream, text), sleep: (ms) => output.sleep(ms) },
  )
  const diagnostics = failure === undefined ? undefined : javascriptDiagnostics(failure)
  return { ...end, ...(diagnostics && { diagnostics }), memoryBytes: memory.buffer.byteLength }
}

/** Returns false when the output limit is reached. */
function printed(output: Output, stream: 1 | 2, text: string): boolean {
  try {
    output.print(stream, text)
    return true
  } catch (error) {
    if (!(error instanceof OutputCut)) throw error
    return false
  }
}
