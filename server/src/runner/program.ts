import type { Diagnostic, ResultTable, RunReason } from '@dxx/contract/calls/runcode'

export type EmbeddedLanguage = 'python' | 'javascript' | 'typescript' | 'c' | 'cpp' | 'sql'
export type CompiledLanguage = 'c' | 'cpp'

export interface Program {
  language: EmbeddedLanguage
  source: string
  stdin: string
  setup: string
  fresh?: boolean
  account?: number
}

/** How a program ended, without its output. */
export interface Outcome {
  exitCode: number | null
  reason: RunReason
  memoryBytes: number
  diagnostics?: Diagnostic[]
  tables?: ResultTable[]
}
