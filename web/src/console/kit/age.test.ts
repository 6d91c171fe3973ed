import { expect, it } from 'vitest'
import { ageText } from './age'

it.each([
  [0, '0 秒前'],
  [59, '59 秒前'],
  [60, '1 分钟前'],
  [7200, '2小时前'],
  [-5, '0 秒前'],
])('ageText for a time %s seconds ago returns %s', (passed, text) => {
  expect(ageText(1000, 1000 + passed)).toBe(text)
})
