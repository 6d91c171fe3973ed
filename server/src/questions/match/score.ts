import { noDetail, type Scoring } from '../definition'
import { partOfScore, verdictOfCount } from '../shares'
import { type MatchShapes, usualWeight } from './rubric'

/** Scores pair by pair; pairs have equal weight unless the author set weights. */
export const matchScoring: Scoring<MatchShapes> = {
  score(rubric, { pairs }) {
    const isRight = (expected: number, left: number) => pairs[left] === expected
    const weightOf = (left: number) => rubric.weights?.[left] ?? usualWeight
    const total = rubric.pairs.reduce((sum, _, left) => sum + weightOf(left), 0)
    const earned = rubric.pairs.reduce((sum, expected, left) => sum + (isRight(expected, left) ? weightOf(left) : 0), 0)
    return {
      verdict: verdictOfCount(rubric.pairs.filter(isRight).length, rubric.pairs.length),
      score: partOfScore(rubric.score, earned, total),
      detail: noDetail,
    }
  },
  isEmpty: ({ pairs }) => pairs.every((right) => right === null),
  emptyDetail: () => noDetail,
  rubricFor: (rubric, { pairs }) =>
    pairs.length === rubric.pairs.length && pairs.every((right) => right !== null) ? { ...rubric, pairs } : undefined,
  sampleAnswer: ({ pairs }, right) => ({ type: 'match', pairs: right ? pairs : [...pairs.slice(1), pairs[0]!] }),
}
