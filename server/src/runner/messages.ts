import type { Diagnostic } from '@dxx/contract/calls/runcode'
import type { PythonRuntime } from './engines/python'
import type { SqlRuntime } from './engines/sql'
import type { CompiledLanguage, Outcome, Program } from './program'

/** Message from the host's main thread to a worker: run a program. */
export interface RunOrder {
  program: Program
  runtime: Runtime
}

export type Runtime =
  | { kind: 'wasm'; module: WebAssembly.Module }
  | { kind: 'quickjs'; module: WebAssembly.Module }
  | ({ kind: 'sql' } & SqlRuntime)
  | ({ kind: 'python' } & PythonRuntime)

export type RunReport = { ready: true } | { outcome: Outcome; timeMs: number }

export interface CompileOrder {
  language: CompiledLanguage
  source: string
}

export type CompileReport =
  | { ready: true }
  | { module: WebAssembly.Module; bytes: number; diagnostics: Diagnostic[] }
  | { text: string; diagnostics: Diagnostic[] }
