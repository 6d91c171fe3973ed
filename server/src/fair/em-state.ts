import type { ItemParameters } from './model'
import type { Responses } from './responses'

/** Normal prior of a difficulty, for example from the level that the author gave. */
interface DifficultyPrior {
  mean: number
  deviation: number
}

export interface CalibrationOptions {
  /** `each`: 2PL. `common`: Rasch with an estimated common slope, which is the spread of the population. A number: fixed. */
  slopes: 'each' | 'common' | number
  /** Prior of the difficulty per item; null: none. */
  difficultyPriors?: (DifficultyPrior | null)[]
  /** Normal prior of the logarithm of each discrimination (2PL only). */
  slopePrior?: { mean: number; deviation: number } | null
  /** Items whose parameters are fixed on an earlier scale. Mean and deviation of each group of persons are then estimated. */
  anchors?: Map<number, ItemParameters>
  nodes?: number
  maxCycles?: number
  /** Largest change of a parameter in the last cycle. */
  tolerance?: number
}

/** State of the EM cycles. Arrays over items × nodes have the nodes of one item next to one another. */
export interface EmState {
  responses: Responses
  nodes: Float64Array
  /** Logarithm of the weight of each node in each group of persons. */
  logWeights: Float64Array[]
  logSlopes: Float64Array
  difficulties: Float64Array
  /** Log odds of a right answer, and logarithm of the probability of a wrong one, per item and node. */
  logOdds: Float64Array
  logWrong: Float64Array
  /** Expected number of persons at each node who answered the item, and the shares of the points they got. */
  tried: Float64Array
  scored: Float64Array
  squares: Float64Array
}

/** Logarithms of the weights of a normal population on the grid; they sum to 1. */
export function normalLogWeights(nodes: Float64Array, mean: number, deviation: number): Float64Array {
  const logs = nodes.map((node) => -0.5 * ((node - mean) / deviation) ** 2)
  const sum = Math.log(logs.reduce((total, log) => total + Math.exp(log), 0))
  return logs.map((log) => log - sum)
}

/** Fills the tables of log odds and log probabilities from the current parameters. */
export function fillCurves({ nodes, logSlopes, difficulties, logOdds, logWrong }: EmState): void {
  for (let item = 0, at = 0; item < difficulties.length; item++) {
    const slope = Math.exp(logSlopes[item]!)
    for (let node = 0; node < nodes.length; node++, at++) {
      const odds = slope * (nodes[node]! - difficulties[item]!)
      logOdds[at] = odds
      logWrong[at] = odds > 0 ? -odds - Math.log1p(Math.exp(-odds)) : -Math.log1p(Math.exp(odds))
    }
  }
}

/** Writes a person's posterior over the nodes; returns the logarithm of the likelihood of the answers. */
export function posteriorOf(work: EmState, person: number, posterior: Float64Array): number {
  const { responses, logWeights, logOdds, logWrong } = work
  const count = posterior.length
  posterior.set(logWeights[responses.groups?.[person] ?? 0]!)
  for (let at = responses.starts[person]!; at < responses.starts[person + 1]!; at++) {
    const share = responses.share[at]!
    const row = responses.item[at]! * count
    for (let node = 0; node < count; node++) posterior[node]! += logWrong[row + node]! + share * logOdds[row + node]!
  }
  let highest = Number.NEGATIVE_INFINITY
  for (let node = 0; node < count; node++) if (posterior[node]! > highest) highest = posterior[node]!
  let sum = 0
  for (let node = 0; node < count; node++) {
    const value = Math.exp(posterior[node]! - highest)
    posterior[node] = value
    sum += value
  }
  for (let node = 0; node < count; node++) posterior[node]! /= sum
  return highest + Math.log(sum)
}
