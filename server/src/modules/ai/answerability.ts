import type { Passage } from './retrieve'

/** Coverage above `half`: the materials contain the topic. Below `some` they merely share a word with the question. */
const half = 0.5
const some = 0.15

/**
 * Estimates by word coverage whether the materials contain an answer. In between it cannot tell: a paraphrase looks
 * like another topic (docs/benchmarks.md). Then the model judges the passages, or the user does.
 */
export function answerability(passages: readonly Passage[]): 'yes' | 'perhaps' | 'no' {
  const covered = Math.max(0, ...passages.slice(0, 3).map((one) => one.covered))
  return covered > half ? 'yes' : covered >= some ? 'perhaps' : 'no'
}
