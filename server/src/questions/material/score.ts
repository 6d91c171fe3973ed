import type { Verdict } from '@dxx/contract/questions'
import type { Scored } from '../definition'

/** Sums the scores of the question parts. The verdict is pending while that of a question part is pending. */
export function scoreMaterial<D>(parts: Scored<D>[]): Scored<{ type: 'material'; parts: Scored<D>[] }> {
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
