import { describe, expect, it } from 'vitest'
import { correlation, correlationInterval, medianSeconds, shareInterval } from './figures'

describe('shareInterval', () => {
  it('shareInterval equals the published example of Wilson intervals for 81 of 263 answers', () => {
    // Newcombe 1998, table I: method 3 gives 0.2553 to 0.3662.
    const { low, high } = shareInterval(81 / 263, 263)
    expect(low).toBeCloseTo(0.2553, 4)
    expect(high).toBeCloseTo(0.3662, 4)
  })

  it('shareInterval is limited to 0 and 1 if all answers are wrong or right', () => {
    expect(shareInterval(0, 20).low).toBe(0)
    // Newcombe 1998, table I: 0 of 20 gives an upper limit of 0.1611.
    expect(shareInterval(0, 20).high).toBeCloseTo(0.1611, 4)
    expect(shareInterval(1, 5).high).toBe(1)
  })
})

describe('correlation', () => {
  const sumsOf = (pairs: [number, number][]) => ({
    rest_answers: pairs.length,
    rest_sum: pairs.reduce((sum, [, rest]) => sum + rest, 0),
    rest_squares: pairs.reduce((sum, [, rest]) => sum + rest ** 2, 0),
    rest_share_sum: pairs.reduce((sum, [share]) => sum + share, 0),
    rest_share_squares: pairs.reduce((sum, [share]) => sum + share ** 2, 0),
    rest_products: pairs.reduce((sum, [share, rest]) => sum + share * rest, 0),
  })

  it('computes the correlation from sums, and returns null without variance', () => {
    // By hand: covariance 0.1, variances 0.25 and 0.05.
    const pairs: [number, number][] = [
      [0, 0.2],
      [0, 0.4],
      [1, 0.6],
      [1, 0.8],
    ]
    expect(correlation(sumsOf(pairs))).toBeCloseTo(0.1 / Math.sqrt(0.25 * 0.05), 9)
    expect(correlation(sumsOf(pairs.map(([, rest]) => [1, rest])))).toBeNull()
    expect(correlation(sumsOf([]))).toBeNull()
  })

  it("correlationInterval uses Fisher's transformation, and is null below 4 answers", () => {
    // Fisher: atanh(0.5) ± 1.96 / √(28 − 3) = 0.5493 ± 0.392.
    const interval = correlationInterval(0.5, 28)!
    expect(interval.low).toBeCloseTo(Math.tanh(0.5493 - 0.392), 3)
    expect(interval.high).toBeCloseTo(Math.tanh(0.5493 + 0.392), 3)
    expect(correlationInterval(0.5, 3)).toBeNull()
    expect(correlationInterval(1, 30)!.high).toBeLessThanOrEqual(1)
  })
})

describe('medianSeconds', () => {
  const binOf = (seconds: number) => ({ value: Math.floor(8 * Math.log2(1 + seconds)), answers: 1 })

  it('medianSeconds differs from the exact median by at most a bin of 9 %', () => {
    const times = Array.from({ length: 101 }, (_, i) => Math.round(5 * 1.04 ** i))
    const found = medianSeconds(times.map(binOf))!
    expect(Math.abs(found - times[50]!) / times[50]!).toBeLessThan(0.1)
  })

  it('medianSeconds returns null without times', () => {
    expect(medianSeconds([])).toBeNull()
    expect(medianSeconds([{ value: 3, answers: 0 }])).toBeNull()
  })
})
