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
  /** What students must know beforehand. */
  note: string
}

/** Something that runs untrusted programs within limits of time, memory and output, and always answers. */
export interface CodeRunner {
  readonly name: string
  /** How many programs it runs at once. */
  readonly slots: number
  languages(): Promise<LanguageInfo[]>
  /** Tells while the program waits for something to be loaded. Throws RunnerUnavailable when it cannot run programs at all now, and nothing else. */
  run(program: Program, onPreparing?: (preparing: boolean) => void): Promise<RunResult>
  /** Begins to load what the first program of a language would wait for. */
  prepare?(language: CodeLanguage): void
  health(): Promise<boolean>
  close(): Promise<void>
}

export class RunnerUnavailable extends Error {
  constructor(runner: string, cause?: unknown) {
    super(`runner ${runner} is not available`, { cause })
  }
}
