import type { PartGiven, PartRubric, ScoredPart } from '../rubric'
import { part, verdictOfCount } from './share'

/** By neighbours: each item that is followed by its right successor counts, so that one slip does not cost everything. */
export function scoreOrder(
  rubric: Extract<PartRubric, { type: 'order' }>,
  { items }: Extract<PartGiven, { type: 'order' }>,
): ScoredPart {
  const pairs = rubric.count - 1
  const right = items.filter((item, i) => i > 0 && items[i - 1] === item - 1).length
  return {
    verdict: verdictOfCount(right, pairs),
    score: part(rubric.score, right, pairs),
    detail: { type: 'none' },
  }
}
