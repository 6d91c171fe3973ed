import type { Diagnostic, ResultTable, RunReason } from '@dxx/contract/calls/runcode'

/** The server's limits (its runner/limits), for programs that run in the browser. */
export const localLimits = {
  runMs: 5_000,
  memoryBytes: 128 * 1024 * 1024,
  outputChars: 256 * 1024,
  tables: 20,
  tableRows: 500,
  tableCellChars: 1_000,
} as const

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
