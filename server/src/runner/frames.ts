import type { RunResult } from '@dxx/contract/calls/runcode'
import type { Phase } from './lane'
import type { CompiledLanguage, Program } from './program'

/** What goes over the pipe between the server and the host: one JSON value per line. */
export interface RunFrame {
  id: number
  program: Program
}

/** Loads a compiler while nobody waits for it. */
export interface PrepareFrame {
  prepare: CompiledLanguage
}

export type HostFrame =
  | { ready: true }
  /** From now on the time limit of this phase counts. */
  | { id: number; phase: Phase }
  | { id: number; result: RunResult }
  | { id: number; failed: string }

/** Longer than anything either side writes: output and tables, every byte escaped. */
export const maxFrameChars = 16 * 1024 * 1024

/** Cuts a stream of text into lines. A line without end is refused before it fills the memory. */
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
