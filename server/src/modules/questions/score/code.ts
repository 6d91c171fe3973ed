import type { CodeGrade } from '../../runcode/public'
import type { PartRubric, ScoredPart } from '../rubric'
import { part, verdictOfCount } from './share'

/** What the runner found, in points of the question: tests may be weighted by numbers that do not add up to its score. */
export function scoreCode(rubric: Extract<PartRubric, { type: 'code' }>, grade: CodeGrade): ScoredPart {
  const { score, maxScore, ...rest } = grade
  const verdict = verdictOfCount(grade.passed, grade.tests.length)
  const points =
    verdict === 'right' || maxScore === 0
      ? verdict === 'right'
        ? rubric.score
        : 0
      : part(rubric.score, Math.round(score * 100), Math.round(maxScore * 100))
  return { verdict, score: points, detail: { type: 'code', grade: rest } }
}
