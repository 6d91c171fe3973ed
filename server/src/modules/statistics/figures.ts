/** Figures that are computed from sums over answers. */

const z95 = 1.959964

/**
 * 95 % interval of an average share by Wilson's formula. Shares between 0 and 1 vary at most as much as right and wrong
 * with the same average, so that the interval is never too narrow for questions with partial points.
 */
export function shareInterval(share: number, answers: number): { low: number; high: number } {
  const spread = z95 ** 2 / answers
  const middle = (share + spread / 2) / (1 + spread)
  const half = (z95 / (1 + spread)) * Math.sqrt((share * (1 - share)) / answers + spread / (4 * answers))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

export interface CorrelationSums {
  rest_answers: number
  rest_sum: number
  rest_squares: number
  rest_share_sum: number
  rest_share_squares: number
  rest_products: number
}

/** Below this variance, rounding errors of the sums would determine the result. */
const leastVariance = 1e-9

/** Correlation of a question with the rest of its paper; null without variance. */
export function correlation(sums: CorrelationSums): number | null {
  const count = sums.rest_answers
  if (count < 2) return null
  const [share, rest] = [sums.rest_share_sum / count, sums.rest_sum / count]
  const shareVariance = sums.rest_share_squares / count - share * share
  const restVariance = sums.rest_squares / count - rest * rest
  if (shareVariance < leastVariance || restVariance < leastVariance) return null
  const found = (sums.rest_products / count - share * rest) / Math.sqrt(shareVariance * restVariance)
  return Math.min(1, Math.max(-1, found))
}

/** 95 % interval of a correlation by Fisher's transformation; null below 4 answers. */
export function correlationInterval(found: number, answers: number): { low: number; high: number } | null {
  if (answers < 4) return null
  // atanh(±1) is infinite.
  const z = Math.atanh(Math.min(0.999999, Math.max(-0.999999, found)))
  const half = z95 / Math.sqrt(answers - 3)
  return { low: Math.tanh(z - half), high: Math.tanh(z + half) }
}

/** Bins per doubling of the time. A bin is 9 % wide, which is its greatest error. */
const binsPerDoubling = 8

const secondsAt = (bin: number) => 2 ** (bin / binsPerDoubling) - 1

/** Median of binned times, interpolated within a bin; null without answers. */
export function medianSeconds(bins: { value: number; answers: number }[]): number | null {
  const filled = bins.filter(({ answers }) => answers > 0).toSorted((a, b) => a.value - b.value)
  const half = filled.reduce((sum, { answers }) => sum + answers, 0) / 2
  let before = 0
  for (const { value, answers } of filled) {
    if (before + answers >= half) return secondsAt(value + (half - before) / answers)
    before += answers
  }
  return null
}
