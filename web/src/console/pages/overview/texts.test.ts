import { expect, it } from 'vitest'
import { amountText, countText, minutesText, shortDay } from './texts'

it('formats counts, amounts, days and minutes', () => {
  expect([0, 0.04, 2.25, 12.6].map(countText)).toEqual(['0', '0.0', '2.3', '13'])
  expect([countText(1234), amountText(1234.5), shortDay('2026-11-17')]).toEqual(['1,234', '¥1,234.50', '11-17'])
  expect([0, 59, 60, 200, 60 * 250 + 5].map(minutesText)).toEqual([
    '0 分钟',
    '59 分钟',
    '1 小时',
    '3 小时 20 分',
    '250 小时',
  ])
})
