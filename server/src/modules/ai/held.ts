import type { Passage } from './retrieve'

/** More than half of what was asked: the materials speak of it. Below `some` they merely share a word with it. */
const half = 0.5
const some = 0.15

/**
 * Whether the materials hold an answer, as far as words can tell. In between they cannot: a question put in other words
 * looks like one about something else (docs/benchmarks.md). Then a model reads the passages and judges, or the reader does.
 */
export function heldBy(passages: readonly Passage[]): 'yes' | 'perhaps' | 'no' {
  const covered = Math.max(0, ...passages.slice(0, 3).map((one) => one.covered))
  return covered > half ? 'yes' : covered >= some ? 'perhaps' : 'no'
}
