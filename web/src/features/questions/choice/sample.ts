import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult, sampleId, sampleOptions } from '../sample-shape'

/** Drawing of a stack of plates. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" fill="none" stroke="#2b6cff" stroke-width="6"><path d="M20 100h120M30 78h100M30 56h100M30 34h100"/></svg>',
)}`

const indefinite = (...chosen: number[]) => ({
  type: 'indefinite' as const,
  options: chosen.map((index) => sampleId('i', index)),
})

export const singleSample = {
  type: 'single',
  id: 'sample-single',
  score: 2,
  stem: `<p>依次压入 1、2、3 后弹出一次，得到？示意图可以点开看：</p><p><img src="${picture}" alt="栈的示意图" width="160"></p>`,
  options: sampleOptions('s', [
    '1',
    '2',
    '<code>3</code>',
    '一段很长的选项文字，用来看看它在手机上会不会好好地换行而不是撑开页面',
  ]),
  ...about,
} as const satisfies PublicQuestion

export const multipleSample = {
  type: 'multiple',
  id: 'sample-multiple',
  score: 4,
  stem: '<p>设 R 是集合 A 上的等价关系，下列说法正确的有：</p>',
  options: sampleOptions('m', ['R 是自反的', 'R 是反对称的', 'R 是传递的', 'R 必为全关系']),
  ...about,
} as const satisfies PublicQuestion

export const indefiniteSample = {
  type: 'indefinite',
  id: 'sample-indefinite',
  score: 3,
  stem: '<p>下列结构中，按先后次序存取的有？</p>',
  options: sampleOptions('i', ['栈', '队列', '散列表']),
  ...about,
} as const satisfies PublicQuestion

export const choiceResults: SampleResult[] = [
  {
    name: '错误',
    question: 'single',
    result: result(
      'wrong',
      0,
      2,
      { type: 'single', options: [sampleId('s', 0)] },
      { type: 'single', options: [sampleId('s', 2)] },
    ),
  },
  {
    name: '部分正确',
    question: 'multiple',
    result: result(
      'partial',
      2,
      4,
      { type: 'multiple', options: [sampleId('m', 0)] },
      {
        type: 'multiple',
        options: [sampleId('m', 0), sampleId('m', 2)],
      },
    ),
  },
  {
    name: '不定项：正确',
    question: 'indefinite',
    result: result('right', 3, 3, indefinite(0, 1), indefinite(0, 1)),
  },
  {
    name: '不定项：少选',
    question: 'indefinite',
    result: result('partial', 1.5, 3, indefinite(1), indefinite(0, 1)),
  },
  {
    name: '不定项：错选',
    question: 'indefinite',
    result: result('wrong', 0, 3, indefinite(0, 2), indefinite(0, 1)),
  },
]
