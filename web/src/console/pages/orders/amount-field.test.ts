import { expect, it } from 'vitest'
import { amountOf } from './amount-field'

it('amountOf parses an amount, and reports an invalid amount or one above the maximum', () => {
  expect(amountOf('9.9', 1000)).toEqual({ cents: 990, problem: undefined })
  expect(amountOf('10', 1000)).toEqual({ cents: 1000, problem: undefined })
  expect(amountOf('10.01', 1000)).toEqual({ cents: 1001, problem: '最多 ¥10.00' })
  for (const wrong of ['', '0', '-1', '1e3', '1.234', '十元']) expect(amountOf(wrong, 1000).problem).toBe('请输入金额')
})
