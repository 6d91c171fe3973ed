import { normalLogWeights } from './em-state'
import { abilityGrid, expectedScore, probability, type ScoredItem, scoreError } from './model'

/** Probabilities of 0, 1, … points at an ability, by adding one question after another (Lord and Wingersky 1984). */
export function scoreDistribution(items: ScoredItem[], ability: number): Float64Array {
  const total = items.reduce((sum, { points }) => sum + points, 0)
  const shares = new Float64Array(total + 1)
  shares[0] = 1
  let reached = 0
  for (const item of items) {
    if (!Number.isInteger(item.points) || item.points < 1) throw new RangeError('points are whole numbers from 1 on')
    const right = probability(item, ability)
    for (let score = reached; score >= 0; score--) {
      shares[score + item.points]! += shares[score]! * right
      shares[score]! *= 1 - right
    }
    reached += item.points
  }
  return shares
}

/** Probabilities of 0, 1, … points of a person drawn from a normal population. */
export function populationScores(items: ScoredItem[], population: { mean: number; deviation: number }): Float64Array {
  const { mean, deviation } = population
  const nodes = abilityGrid(mean - 5 * deviation, mean + 5 * deviation, 61)
  const weights = normalLogWeights(nodes, mean, deviation)
  const shares = new Float64Array(items.reduce((sum, { points }) => sum + points, 0) + 1)
  for (const [node, ability] of nodes.entries()) {
    const weight = Math.exp(weights[node]!)
    const at = scoreDistribution(items, ability)
    for (let score = 0; score < shares.length; score++) shares[score]! += weight * at[score]!
  }
  return shares
}

/** Mean and standard deviation of the points of persons from a standard normal population, without the distribution. */
export function scoreMoments(items: ScoredItem[]): { mean: number; deviation: number } {
  const nodes = abilityGrid(-5, 5, 61)
  const weights = normalLogWeights(nodes, 0, 1)
  let [mean, square] = [0, 0]
  for (const [node, ability] of nodes.entries()) {
    const weight = Math.exp(weights[node]!)
    const expected = expectedScore(items, ability)
    mean += weight * expected
    square += weight * (scoreError(items, ability) ** 2 + expected ** 2)
  }
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) }
}
