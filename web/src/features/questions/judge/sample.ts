import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult } from '../sample-shape'

export const judgeSample = {
  type: 'judge',
  id: 'sample-judge',
  score: 1,
  stem: '<p>链表的插入是 <code>O(1)</code>。</p>',
  ...about,
} as const satisfies PublicQuestion

export const judgeResults: SampleResult[] = [
  { name: '未作答', question: 'judge', result: result('unanswered', 0, 1, null, { type: 'judge', value: false }) },
]
