import { noDetail, type Scored, type Scoring } from '../definition'
import { part, verdictOfCount } from '../shares'
import type { CodeGrade, CodeShapes } from './rubric'

/** The tests are run later, by a job. */
export const codeScoring: Scoring<CodeShapes> = {
  score: () => ({ verdict: 'grading', score: 0, detail: noDetail }),
  isEmpty: ({ source }) => source.trim() === '',
  emptyDetail: () => noDetail,
  sampleAnswer: () => ({ type: 'code', source: '' }),
}

/** Scales the runner's result to the question's score: test weights need not add up to it. */
export function scoreCode(rubric: CodeShapes['rubric'], grade: CodeGrade): Scored<CodeShapes['detail']> {
  const { score, maxScore, ...rest } = grade
  if (grade.manual) return { verdict: 'marking', score: 0, detail: { type: 'code', grade: rest } }
  const verdict = verdictOfCount(grade.passed, grade.tests.length)
  const points =
    verdict === 'right' || maxScore === 0
      ? verdict === 'right'
        ? rubric.score
        : 0
      : part(rubric.score, Math.round(score * 100), Math.round(maxScore * 100))
  return { verdict, score: points, detail: { type: 'code', grade: rest } }
}
