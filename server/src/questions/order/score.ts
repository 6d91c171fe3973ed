import { noDetail, type Scoring } from '../definition'
import { partOfScore, verdictOfCount } from '../shares'
import type { OrderShapes } from './rubric'

/** Counts the items that are followed by their right successor, so that one misplaced item does not lose all points. */
export const orderScoring: Scoring<OrderShapes> = {
  score(rubric, { items }) {
    const pairs = rubric.count - 1
    const place = (item: number) => rubric.sequence?.indexOf(item) ?? item
    const right = items.filter((item, i) => i > 0 && place(items[i - 1]!) === place(item) - 1).length
    return { verdict: verdictOfCount(right, pairs), score: partOfScore(rubric.score, right, pairs), detail: noDetail }
  },
  isEmpty: ({ items }) => items.length === 0,
  emptyDetail: () => noDetail,
  rubricFor: (rubric, { items }) => (items.length === rubric.count ? { ...rubric, sequence: items } : undefined),
  sampleAnswer({ count }, right) {
    const items = Array.from({ length: count }, (_, i) => i)
    return { type: 'order', items: right ? items : [items[1]!, items[0]!, ...items.slice(2)] }
  },
}
