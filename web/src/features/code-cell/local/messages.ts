import type { Diagnostic, ResultTable, RunReason } from '@dxx/contract/calls/runcode'
import { runLimits } from '@dxx/contract/rules/run-limits'

/** The server's limits, applied to programs in the browser. */
export const localLimits = { ...runLimits, outputChars: 256 * 1024 } as const

export interface LocalProgram {
  source: string
  stdin: string
  setup: string
}

export interface LocalEnd {
  exitCode: number | null
  reason: RunReason
  diagnostics: Diagnostic[]
  memoryKb: number
}

/** First message to a worker. It contains the engine's bytes, so that the worker needs no network. */
export interface Start {
  wasm: ArrayBuffer
  program: LocalProgram
}

export type Message =
  /** The engine is loaded; the program's time starts here. */
  | { type: 'started' }
  | { type: 'print'; stream: 1 | 2; text: string }
  | { type: 'table'; table: ResultTable }
  | { type: 'end'; end: LocalEnd }
  | { type: 'broken'; message: string }

/** Engine events during a run. */
export interface Report {
  print(stream: 1 | 2, text: string): void
  table(table: ResultTable): void
  /** Called periodically while the program runs. */
  pulse(): void
}
