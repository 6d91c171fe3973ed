import { expect, it } from 'vitest'
import { centsOf, formatPrice } from './money'

it('yuan writes two decimals; centsOf parses amounts without rounding errors and rejects other texts', () => {
  expect([formatPrice(5900), formatPrice(5), formatPrice(123456)]).toEqual(['¥59.00', '¥0.05', '¥1234.56'])
  expect(['12', '12.5', '0.29', '19.99'].map(centsOf)).toEqual([1200, 1250, 29, 1999])
  expect(['', 'x', '-1', '1.234', '1e3', '１２'].map(centsOf)).toEqual(Array(6).fill(undefined))
})
