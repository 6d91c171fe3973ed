import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult, sampleId, sampleOptions } from '../sample-shape'

export const orderSample = {
  type: 'order',
  id: 'sample-order',
  score: 3,
  stem: '<p>把下列级别按增长从慢到快排列。</p>',
  items: sampleOptions('o', ['O(n²)', 'O(1)', 'O(n)', 'O(log n)']),
  ...about,
} as const satisfies PublicQuestion

export const orderResults: SampleResult[] = [
  {
    name: '顺序与配对',
    question: 'order',
    result: result(
      'partial',
      1,
      3,
      { type: 'order', items: [sampleId('o', 1), sampleId('o', 3), sampleId('o', 0), sampleId('o', 2)] },
      {
        type: 'order',
        items: [sampleId('o', 1), sampleId('o', 3), sampleId('o', 2), sampleId('o', 0)],
      },
    ),
  },
]
