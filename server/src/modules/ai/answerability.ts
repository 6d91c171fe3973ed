import type { Passage } from './retrieve'

/**
 * Limits for the share of the topic: above `half` the best passage answers; below `some` it only shares a word with the
 * question.
 */
const half = 0.5
const some = 0.1
/**
 * Factor for exercises, which do not explain their topic. If the user asks for exercises, `exerciseHalf` is the limit.
 */
const exerciseShare = 0.7
const exerciseHalf = 0.4

/**
 * Estimates from the best passage whether the materials contain an answer. `perhaps` means unknown: by keywords a
 * paraphrase looks like another topic (docs/benchmarks.md), so the model decides, or without a model the user.
 */
export function answerability([best]: readonly Passage[], wantsExercises = false): 'yes' | 'perhaps' | 'no' {
  if (!best) return 'no'
  const about = best.covered * (best.kind === 'question' && !wantsExercises ? exerciseShare : 1)
  return about > (wantsExercises ? exerciseHalf : half) ? 'yes' : about >= some ? 'perhaps' : 'no'
}
