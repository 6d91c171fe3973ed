import type { PartGiven, PartRubric, ScoredPart } from '../rubric'

export function scoreJudge(
  rubric: Extract<PartRubric, { type: 'judge' }>,
  { value }: Extract<PartGiven, { type: 'judge' }>,
): ScoredPart {
  const right = value === rubric.value
  return { verdict: right ? 'right' : 'wrong', score: right ? rubric.score : 0, detail: { type: 'none' } }
}
