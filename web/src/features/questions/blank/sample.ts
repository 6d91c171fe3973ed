import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult } from '../sample-shape'

export const blankSample = {
  type: 'blank',
  id: 'sample-blank',
  score: 2,
  stem: '<p>栈是<span data-blank="0">______</span>的，队列是<span data-blank="1">______</span>的。</p>',
  blanks: 2,
  ...about,
} as const satisfies PublicQuestion

export const blankResults: SampleResult[] = [
  {
    name: '正确',
    question: 'blank',
    result: result(
      'right',
      2,
      2,
      { type: 'blank', blanks: ['后进先出', '先进先出'] },
      {
        type: 'blank',
        blanks: [
          { accepted: ['后进先出', 'LIFO'], rendered: ['', ''], verdict: 'right' },
          { accepted: ['先进先出', 'FIFO'], rendered: ['', ''], verdict: 'right' },
        ],
      },
    ),
  },
]
