import { noDetail, type Scoring } from '../definition'
import { part, verdictOfCount } from '../shares'
import type { MatchShapes } from './rubric'

/** Scores by pairs with equal weight. */
export const matchScoring: Scoring<MatchShapes> = {
  score(rubric, { pairs }) {
    const right = rubric.pairs.filter((expected, left) => pairs[left] === expected).length
    return {
      verdict: verdictOfCount(right, rubric.pairs.length),
      score: part(rubric.score, right, rubric.pairs.length),
      detail: noDetail,
    }
  },
  isEmpty: ({ pairs }) => pairs.every((right) => right === null),
  emptyDetail: () => noDetail,
  rubricFor: (rubric, { pairs }) =>
    pairs.length === rubric.pairs.length && pairs.every((right) => right !== null) ? { ...rubric, pairs } : undefined,
  sampleAnswer: ({ pairs }, right) => ({ type: 'match', pairs: right ? pairs : [...pairs.slice(1), pairs[0]!] }),
}
