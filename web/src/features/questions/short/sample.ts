import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult } from '../sample-shape'

export const shortSample = {
  type: 'short',
  id: 'sample-short',
  score: 6,
  stem: '<p>用自己的话说说递归与栈的关系。</p>',
  ...about,
} as const satisfies PublicQuestion

export const shortResults: SampleResult[] = [
  {
    name: '对照参考答案',
    question: 'short',
    result: result(
      'marking',
      0,
      6,
      { type: 'short', text: '每次调用都压入一帧，返回时弹出。' },
      {
        type: 'short',
        reference: '<p>调用栈保存每一层的局部变量和返回地址。</p>',
        points: [{ score: 3, html: '说出每层调用压入一帧' }],
      },
    ),
  },
]
