import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'

export interface Program {
  language: CodeLanguage
  source: string
  stdin: string
  /** SQL that creates the sample database before an SQL program runs. */
  setup: string
  /** For grading: the program runs in a realm that no other program has used. */
  fresh?: boolean
  /** Owner of the program, set by the queue: runners cache compiled programs per account. */
  account?: number
}

export interface LanguageInfo {
  language: CodeLanguage
  name: string
  version: string
  /** Limitations that students should know. */
  note: string
}

/**
 * A result with the CPU time of compiling and running, if the runner measures it. Time that the program slept counts as
 * well, because a sleeping program also occupies a slot.
 */
export type MeasuredResult = RunResult & { usedMs?: number }

/** A compiler that is being loaded in a slot. Programs of other languages run meanwhile. */
export interface Loading {
  /** Resolves when loading has ended; false if it failed. */
  done: Promise<boolean>
  /** Whether no other slot has the compiler. */
  isFirst: boolean
}

/** Runs untrusted programs within limits of time, memory and output, and always returns a result. */
export interface CodeRunner {
  readonly name: string
  /** Maximum number of concurrent programs. */
  readonly slots: number
  languages(): Promise<LanguageInfo[]>
  /**
   * Calls `onPreparing` with true when the program waits for its compiler to load, and with false when it starts.
   * Throws only RunnerUnavailable, if no program can run now, and RunnerBusy, if this program got too little CPU time.
   */
  run(program: Program, onPreparing?: (preparing: boolean) => void): Promise<MeasuredResult>
  /** Returns undefined if a program of this language can start at once; otherwise the compiler that is being loaded. */
  ready?(language: CodeLanguage): Loading | undefined
  /** Preloads the components that the first program of a language needs. */
  prepare?(language: CodeLanguage): void
  health(): Promise<boolean>
  close(): Promise<void>
}

/** Thrown if the program got too little CPU time twice. The caller retries later. */
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
