import { noDetail, type Scoring } from '../definition'
import type { JudgeShapes } from './rubric'

export const judgeScoring: Scoring<JudgeShapes> = {
  score(rubric, { value }) {
    const right = value === rubric.value
    return { verdict: right ? 'right' : 'wrong', score: right ? rubric.score : 0, detail: noDetail }
  },
  isEmpty: () => false,
  emptyDetail: () => noDetail,
  rubricFor: (rubric, { value }) => ({ ...rubric, value }),
  sampleAnswer: ({ value }, right) => ({ type: 'judge', value: value === right }),
}
