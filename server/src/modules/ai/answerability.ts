import type { Passage } from './retrieve'

/** Above `half` the best passage is about the topic. Below `some` it merely shares a word with the question. */
const half = 0.5
const some = 0.1
/** An exercise on the topic asks about it and does not explain it; if exercises are wanted, mentioning it is enough. */
const exerciseShare = 0.7
const exerciseHalf = 0.4

/**
 * Estimates whether the materials contain an answer, by what the best passage is about. In between it cannot tell: a
 * paraphrase looks like another topic (docs/benchmarks.md). Then the model judges the passages, or the user does.
 */
export function answerability([best]: readonly Passage[], wantsExercises = false): 'yes' | 'perhaps' | 'no' {
  if (!best) return 'no'
  const about = best.covered * (best.kind === 'question' && !wantsExercises ? exerciseShare : 1)
  return about > (wantsExercises ? exerciseHalf : half) ? 'yes' : about >= some ? 'perhaps' : 'no'
}
