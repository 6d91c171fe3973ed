import type { ManualReason } from '@dxx/contract/questions'
import { noDetail, type Scored, type Scoring } from '../definition'
import { partOfScore, verdictOfCount } from '../shares'
import type { CodeGrade, CodeShapes } from './rubric'

const manualTexts: Record<ManualReason, string> = { runner: '运行器无法完成', checker: '检查程序出错' }

/** Not scored at once: a job runs the test cases after the submission; if the runner fails, a grader scores the program. */
export const codeScoring: Scoring<CodeShapes> = {
  score: () => ({ verdict: 'grading', score: 0, detail: noDetail }),
  isEmpty: ({ source }) => source.trim() === '',
  emptyDetail: () => noDetail,
  manual: {
    reference: ({ solution }, { program }) => program(solution),
    points: () => [],
    note(detail) {
      if (!('grade' in detail) || !detail.grade.manual) return ''
      const { manual, passed, tests } = detail.grade
      return `${manualTexts[manual]}；已通过 ${passed} / ${tests.length} 个测试`
    },
    isDue: (detail) => 'grade' in detail && detail.grade.manual !== undefined,
  },
  sampleAnswer: () => ({ type: 'code', source: '' }),
}

/**
 * Scales the runner's result to the question's score, because the weights of the tests need not add up to the score.
 */
export function scoreCode(rubric: CodeShapes['rubric'], grade: CodeGrade): Scored<CodeShapes['detail']> {
  const { score, maxScore, ...rest } = grade
  if (grade.manual) return { verdict: 'marking', score: 0, detail: { type: 'code', grade: rest } }
  const verdict = verdictOfCount(grade.passed, grade.tests.length)
  const points =
    verdict === 'right' || maxScore === 0
      ? verdict === 'right'
        ? rubric.score
        : 0
      : partOfScore(rubric.score, Math.round(score * 100), Math.round(maxScore * 100))
  return { verdict, score: points, detail: { type: 'code', grade: rest } }
}
