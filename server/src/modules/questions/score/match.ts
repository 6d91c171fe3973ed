import type { PartGiven, PartRubric, ScoredPart } from '../rubric'
import { part, verdictOfCount } from './share'

/** By pairs: every left one counts the same. */
export function scoreMatch(
  rubric: Extract<PartRubric, { type: 'match' }>,
  { pairs }: Extract<PartGiven, { type: 'match' }>,
): ScoredPart {
  const right = rubric.pairs.filter((expected, left) => pairs[left] === expected).length
  return {
    verdict: verdictOfCount(right, rubric.pairs.length),
    score: part(rubric.score, right, rubric.pairs.length),
    detail: { type: 'none' },
  }
}
