import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'

export interface Program {
  language: CodeLanguage
  source: string
  stdin: string
  /** SQL that makes the sample database before an SQL program runs. */
  setup: string
}

export interface LanguageInfo {
  language: CodeLanguage
  name: string
  version: string
}

/** Something that runs untrusted programs within limits of time, memory and output, and always answers. */
export interface CodeRunner {
  readonly name: string
  /** How many programs it runs at once. */
  readonly slots: number
  languages(): Promise<LanguageInfo[]>
  /** Throws RunnerUnavailable when it cannot run programs at all now, and nothing else. */
  run(program: Program): Promise<RunResult>
  health(): Promise<boolean>
  close(): Promise<void>
}

export class RunnerUnavailable extends Error {
  constructor(runner: string, cause?: unknown) {
    super(`runner ${runner} is not available`, { cause })
  }
}

export const emptyResult: RunResult = {
  stdout: '',
  stderr: '',
  exitCode: null,
  reason: 'ok',
  diagnostics: [],
  tables: [],
  timeMs: 0,
  memoryKb: 0,
  cached: false,
}
