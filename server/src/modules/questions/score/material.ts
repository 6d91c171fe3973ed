import type { Verdict } from '@dxx/contract/questions'
import type { Detail, Scored, ScoredPart } from '../rubric'

/** The sum of its parts. It waits as long as one of them does. */
export function scoreMaterial(parts: ScoredPart[]): Scored<Detail> {
  const verdicts = parts.map(({ verdict }) => verdict)
  return {
    verdict: together(verdicts),
    score: parts.reduce((sum, { score }) => sum + score, 0),
    detail: { type: 'material', parts },
  }
}

function together(verdicts: Verdict[]): Verdict {
  for (const waiting of ['grading', 'marking'] as const) if (verdicts.includes(waiting)) return waiting
  const first = verdicts[0]!
  if (verdicts.every((verdict) => verdict === first)) return first
  return verdicts.some((verdict) => verdict === 'right' || verdict === 'partial') ? 'partial' : 'wrong'
}
