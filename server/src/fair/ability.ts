import { abilityGrid, type ItemParameters } from './model'

export interface Ability {
  mean: number
  /** Standard error: deviation of the posterior. */
  error: number
}

export interface AbilityAnswer extends ItemParameters {
  /** Share of the points, 0 to 1. */
  share: number
}

const nodes = abilityGrid(-6, 6, 61)

/**
 * Ability from answers: mean and deviation of the posterior (EAP, Bock and Mislevy 1982); without answers, those of the
 * prior.
 */
export function estimateAbility(answers: AbilityAnswer[], prior: Ability = { mean: 0, error: 1 }): Ability {
  const logs = nodes.map((node) => {
    let log = -0.5 * ((node - prior.mean) / prior.error) ** 2
    for (const { discrimination, difficulty, share } of answers) {
      const odds = discrimination * (node - difficulty)
      log += share * odds - (odds > 0 ? odds + Math.log1p(Math.exp(-odds)) : Math.log1p(Math.exp(odds)))
    }
    return log
  })
  const highest = Math.max(...logs)
  let [sum, mean, square] = [0, 0, 0]
  for (const [i, node] of nodes.entries()) {
    const weight = Math.exp(logs[i]! - highest)
    sum += weight
    mean += weight * node
    square += weight * node * node
  }
  mean /= sum
  return { mean, error: Math.sqrt(Math.max(0, square / sum - mean * mean)) }
}
