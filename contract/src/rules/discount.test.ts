import { describe, expect, it } from 'vitest'
import { type DiscountTerms, discountLabel, discountOff } from './discount'

const amount = (offCents: number, minCents = 0): DiscountTerms => ({
  kind: 'amount',
  offCents,
  percent: 100,
  capCents: null,
  minCents,
})
const percent = (value: number, capCents: number | null = null, minCents = 0): DiscountTerms => ({
  kind: 'percent',
  offCents: 0,
  percent: value,
  capCents,
  minCents,
})

describe('discountOff', () => {
  it.each([
    { terms: amount(2000, 10_000), pay: 9999, off: 0 },
    { terms: amount(2000, 10_000), pay: 10_000, off: 2000 },
    { terms: amount(2000), pay: 2000, off: 1999 },
    { terms: amount(2000), pay: 1, off: 0 },
    // 85 % of 9.99 yuan is 8.4915, rounded half up to 8.49.
    { terms: percent(85), pay: 999, off: 150 },
    { terms: percent(50), pay: 1, off: 0 },
    { terms: percent(50, 1000), pay: 9900, off: 1000 },
    { terms: percent(1), pay: 100, off: 99 },
  ])('discountOff takes $off cents off $pay', ({ terms, pay, off }) => {
    expect(discountOff(terms, pay)).toBe(off)
  })

  it('discountOff is a whole number of cents for every price and leaves at least one cent', () => {
    for (let pay = 1; pay <= 3000; pay += 7)
      for (const terms of [amount(500), amount(500, 600), percent(85), percent(33, 200), percent(99)]) {
        const off = discountOff(terms, pay)
        expect(Number.isInteger(off)).toBe(true)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(pay - off).toBeGreaterThanOrEqual(1)
      }
  })
})

describe('discountLabel', () => {
  it.each([
    [amount(2000, 10_000), '满 100 减 20'],
    [amount(550), '立减 5.5'],
    [percent(85), '8.5 折'],
    [percent(90, 5000, 10_000), '满 100 打 9 折，最多减 50'],
  ])('discountLabel describes %o', (terms, label) => {
    expect(discountLabel(terms)).toBe(label)
  })
})
