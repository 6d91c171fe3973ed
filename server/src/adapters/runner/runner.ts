import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'

export interface Program {
  language: CodeLanguage
  source: string
  stdin: string
  /** SQL that creates the sample database before an SQL program runs. */
  setup: string
  /** For grading: runs in an unused realm. */
  fresh?: boolean
  /** Owner of the program, set by the queue. The runner's caches are per account. */
  account?: number
}

export interface LanguageInfo {
  language: CodeLanguage
  name: string
  version: string
  /** Limitations that students should know. */
  note: string
}

/** A result with the CPU time of compiling and running, if the runner measures it. */
export type MeasuredResult = RunResult & { cpuMs?: number }

/** Runs untrusted programs within limits of time, memory and output, and always returns a result. */
export interface CodeRunner {
  readonly name: string
  /** Maximum number of concurrent programs. */
  readonly slots: number
  languages(): Promise<LanguageInfo[]>
  /**
   * Calls `onPreparing` with true while the program waits for loading and with false when it starts. Throws only
   * RunnerUnavailable, if no programs can be run now, and RunnerBusy, if this one got too little CPU time.
   */
  run(program: Program, onPreparing?: (preparing: boolean) => void): Promise<MeasuredResult>
  /** Resolves when a language's compiler and its files are loaded; undefined where nothing is missing. */
  ready?(language: CodeLanguage): Promise<void> | undefined
  /** Starts loading what the first program of a language needs. */
  prepare?(language: CodeLanguage): void
  health(): Promise<boolean>
  close(): Promise<void>
}

/** The program got too little CPU time, twice. The caller retries later. */
export class RunnerBusy extends Error {
  constructor() {
    super('the machine is too busy to run programs')
  }
}

export class RunnerUnavailable extends Error {
  constructor(runner: string, cause?: unknown) {
    super(`runner ${runner} is not available`, { cause })
  }
}
