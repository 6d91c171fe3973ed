/**
 * Equipercentile equating (Kolen and Brennan 2014, chapter 2): the score on form Y with the same percentile rank as each
 * score on form X. Both lists are probabilities of 0, 1, … points.
 */
export function equate(x: ArrayLike<number>, y: ArrayLike<number>): number[] {
  let sum = 0
  const upTo = Array.from(y, (share) => {
    sum += share
    return sum
  })
  let below = 0
  return Array.from(x, (share) => {
    const rank = below + share / 2
    below += share
    return scoreAtRank(rank, y, upTo)
  })
}

/** Tolerance, so that a rounding error of a sum does not move a rank past its score. */
const precision = 1e-12

function scoreAtRank(rank: number, y: ArrayLike<number>, upTo: number[]): number {
  const score = upTo.findIndex((sum) => sum > rank + precision)
  if (score < 0) return y.length - 0.5
  return (rank - (score === 0 ? 0 : upTo[score - 1]!)) / y[score]! + score - 0.5
}

/** Linear equating: the same number of standard deviations from the mean. Returns slope and intercept. */
export function equateLinearly(x: ArrayLike<number>, y: ArrayLike<number>): { slope: number; intercept: number } {
  return linearConversion(momentsOf(x), momentsOf(y))
}

/** Mean and standard deviation of the totals of a form. */
interface Moments {
  mean: number
  deviation: number
}

/** Conversion of totals with the moments `from` to totals with the moments `to`. */
export function linearConversion(from: Moments, to: Moments): { slope: number; intercept: number } {
  const slope = from.deviation > 0 ? to.deviation / from.deviation : 1
  return { slope, intercept: to.mean - slope * from.mean }
}

function momentsOf(shares: ArrayLike<number>): Moments {
  let [mean, square] = [0, 0]
  for (let score = 0; score < shares.length; score++) {
    mean += score * shares[score]!
    square += score * score * shares[score]!
  }
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) }
}
