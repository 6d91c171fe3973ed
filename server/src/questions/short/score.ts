import { noDetail, type Scoring } from '../definition'
import { partOfScore } from '../shares'
import type { ShortShapes } from './rubric'

/** A 简答题 is always scored by a grader. */
export const shortScoring: Scoring<ShortShapes> = {
  score: () => ({ verdict: 'marking', score: 0, detail: noDetail }),
  isEmpty: ({ text }) => text.trim() === '',
  emptyDetail: () => noDetail,
  scale: (rubric, score) => ({
    ...rubric,
    score,
    points: rubric.points.map((point) => ({ ...point, score: partOfScore(point.score, score, rubric.score) })),
  }),
  manual: {
    reference: ({ reference }, { prose }) => prose(reference),
    points: ({ points }) => points,
    note: () => '',
    isDue: () => true,
  },
  sampleAnswer: (_rubric, right) => ({
    type: 'short',
    text: right ? '先说结论，再分两点：一是做法不同，二是适合的情形不同；各举了一个例子。' : '大概是因为这样比较快。',
  }),
}
