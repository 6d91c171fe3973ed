import { expect, it } from 'vitest'
import { chanceText } from './similar-answers'

it('rounds the chance of a pair to two digits', () => {
  expect([1 / 2344, 1 / 193_676, 1e-7].map(chanceText)).toEqual(['约 2300 分之一', '约 19 万分之一', '不到百万分之一'])
})
