import type { RunResult } from '@dxx/contract/calls/runcode'
import type { CompiledLanguage, Program } from './program'
import type { Phase } from './worker-slot'

/** Messages over the pipe between the server and the host: one JSON value per line. */
export interface RunFrame {
  id: number
  program: Program
}

/** Loads a compiler in advance. */
export interface PrepareFrame {
  prepare: CompiledLanguage
}

export type HostFrame =
  | { ready: true }
  /** Loading a compiler in advance has ended. If it failed, the first program tries again and reports the error. */
  | { prepared: CompiledLanguage; isLoaded: boolean }
  /** The time limit of this phase starts now. */
  | { id: number; phase: Phase }
  /** With the CPU time of compiling and running, and the time it slept. */
  | { id: number; result: RunResult; usedMs: number }
  /** The program got too little CPU time. */
  | { id: number; starved: true }
  | { id: number; failed: string }

/** Above the maximum of either side: output and tables with every byte escaped. */
const maxFrameChars = 16 * 1024 * 1024

/** Splits a stream of text into lines. Rejects an overlong line before it fills the memory. */
export function lineReader(onLine: (line: string) => void, onTooLong: () => void): (chunk: string) => void {
  let begun: string[] = []
  let length = 0
  return (chunk) => {
    const [first, ...later] = chunk.split('\n')
    begun.push(first!)
    length += first!.length
    for (const next of later) {
      onLine(begun.join(''))
      begun = [next]
      length = next.length
    }
    if (length > maxFrameChars) {
      begun = []
      length = 0
      onTooLong()
    }
  }
}
