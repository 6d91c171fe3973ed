import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult } from '../sample-shape'

export const numberSample = {
  type: 'number',
  id: 'sample-number',
  score: 2,
  stem: '<p>一摞 20 个盘子高 0.3 m，每个盘子厚多少？写出单位。</p>',
  unit: '',
  asksUnit: true,
  ...about,
} as const satisfies PublicQuestion

const key = { type: 'number' as const, value: '0.015', tolerance: '1%', units: ['m', 'cm', 'mm'] }

export const numberResults: SampleResult[] = [
  {
    name: '数值：正确',
    question: 'number',
    result: result('right', 2, 2, { type: 'number', value: '1.5', unit: 'cm' }, { ...key, number: true, unit: true }),
  },
  {
    name: '数值：没写单位',
    question: 'number',
    result: result(
      'partial',
      1,
      2,
      { type: 'number', value: '0.015', unit: '' },
      { ...key, number: true, unit: false },
    ),
  },
]
