import type { Diagnostic, ResultTable, RunReason } from '@dxx/contract/calls/runcode'
import { runLimits } from '@dxx/contract/rules/run-limits'

/** The server's limits, for programs that run in the browser. */
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

/** The engine comes along as bytes, so that a worker needs no network at all. */
export interface Start {
  wasm: ArrayBuffer
  program: LocalProgram
}

export type Message =
  /** The engine is loaded: from here on the program's time counts. */
  | { type: 'started' }
  | { type: 'print'; stream: 1 | 2; text: string }
  | { type: 'table'; table: ResultTable }
  | { type: 'end'; end: LocalEnd }
  | { type: 'broken'; message: string }

/** What an engine tells of while it runs. */
export interface Report {
  print(stream: 1 | 2, text: string): void
  table(table: ResultTable): void
  /** Called now and then while the program runs. */
  pulse(): void
}
