import type { RunResult } from '@dxx/contract/calls/runcode'
import type { CompiledLanguage, Program } from './program'
import type { Phase } from './worker-slot'

/** Request to run a program. Server and host exchange frames over a pipe, one JSON value per line. */
export interface RunFrame {
  id: number
  program: Program
}

/** Request to load a compiler in advance. */
export interface PrepareFrame {
  prepare: CompiledLanguage
}

export type HostFrame =
  | { ready: true }
  /** A compiler was loaded in advance or failed to load; then the first program tries again and reports the error. */
  | { prepared: CompiledLanguage; isLoaded: boolean }
  /** The time limit of this phase starts now. */
  | { id: number; phase: Phase }
  /** The result; `usedMs` is the CPU time of compiling and running plus the sleep time. */
  | { id: number; result: RunResult; usedMs: number }
  /** The program got too little CPU time. */
  | { id: number; starved: true }
  | { id: number; failed: string }

/** Larger than any valid frame, even if every byte of output and tables is escaped. */
const maxFrameChars = 16 * 1024 * 1024

/** Splits a stream of text into lines. Calls `onTooLong` before an overlong line fills the memory. */
export function lineReader(onLine: (line: string) => void, onTooLong: () => void): (chunk: string) => void {
  let pieces: string[] = []
  let length = 0
  return (chunk) => {
    const [first, ...later] = chunk.split('\n')
    pieces.push(first!)
    length += first!.length
    for (const next of later) {
      onLine(pieces.join(''))
      pieces = [next]
      length = next.length
    }
    if (length > maxFrameChars) {
      pieces = []
      length = 0
      onTooLong()
    }
  }
}
