import type { EmState } from './em-state'

/** Mean squares of the residuals; 1 is expected. Above 1.3 the answers are noisier than the model, below 0.7 more regular. */
export interface Fit {
  infit: number
  outfit: number
}

/**
 * Infit and outfit of an item (Wright and Masters 1982), averaged over the posterior of every person instead of a point
 * estimate: under the model the expectation is exactly 1, also for short tests.
 */
export function fitOf({ nodes, logOdds, tried, scored, squares }: EmState, item: number): Fit {
  let [residuals, variances, standardised, persons] = [0, 0, 0, 0]
  for (let node = 0, at = item * nodes.length; node < nodes.length; node++, at++) {
    const right = 1 / (1 + Math.exp(-logOdds[at]!))
    const variance = Math.max(right * (1 - right), 1e-9)
    const residual = squares[at]! - 2 * right * scored[at]! + right * right * tried[at]!
    residuals += residual
    variances += tried[at]! * variance
    standardised += residual / variance
    persons += tried[at]!
  }
  return { infit: persons > 0 ? residuals / variances : 1, outfit: persons > 0 ? standardised / persons : 1 }
}
