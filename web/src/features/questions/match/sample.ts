import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult, sampleId, sampleOptions } from '../sample-shape'

export const matchSample = {
  type: 'match',
  id: 'sample-match',
  score: 3,
  stem: '<p>给每种操作配上它的代价。</p>',
  lefts: sampleOptions('l', ['数组按下标取', '链表查找', '二叉堆取最小']),
  rights: sampleOptions('r', ['O(n)', 'O(1)', 'O(log n)']),
  ...about,
} as const satisfies PublicQuestion

export const matchResults: SampleResult[] = [
  {
    name: '配对',
    question: 'match',
    result: result(
      'partial',
      2,
      3,
      {
        type: 'match',
        pairs: [
          { left: sampleId('l', 0), right: sampleId('r', 1) },
          { left: sampleId('l', 1), right: sampleId('r', 2) },
        ],
      },
      {
        type: 'match',
        pairs: [
          { left: sampleId('l', 0), right: sampleId('r', 1) },
          { left: sampleId('l', 1), right: sampleId('r', 0) },
          { left: sampleId('l', 2), right: sampleId('r', 2) },
        ],
      },
    ),
  },
]
