import type { PublicQuestion } from '@dxx/contract/questions'
import { about, sampleId, sampleOptions } from '../sample-shape'

export const materialSample = {
  type: 'material',
  id: 'sample-material',
  score: 5,
  stem: '<p>某餐厅用一摞盘子取餐：洗好的放在最上面，取用也从最上面取。</p>',
  parts: [
    {
      type: 'single',
      id: sampleId('p', 0),
      score: 2,
      stem: '<p>这摞盘子相当于？</p>',
      options: sampleOptions('q', ['栈', '队列']),
    },
    { type: 'judge', id: sampleId('p', 1), score: 3, stem: '<p>最下面的盘子用得最多。</p>' },
  ],
  ...about,
} as const satisfies PublicQuestion
