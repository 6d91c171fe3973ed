import type { Blueprint, Candidate } from './blueprint'
import { abilityGrid, itemInformation, probability } from './model'

/** Abilities at which forms are compared, closer than the curves of single questions are wide. */
export const comparedAbilities = abilityGrid(-3, 3, 13)

/** Curves that every form shall have, at `comparedAbilities`. */
export interface Target {
  expected: Float64Array
  information: Float64Array
}

export interface Tolerances {
  /** Largest difference of the expected score from the target, as a share of the maximum. */
  scoreTolerance: number
  /** Largest difference of the standard error of the ability from the target, as a share. */
  errorTolerance: number
}

/** The average form: every question of a cell counts with the share with which a random draw contains it. */
export function averageTarget(candidates: Candidate[], { cells }: Blueprint): Target {
  const offered = new Map<string, number>()
  for (const { cell } of candidates) offered.set(cell, (offered.get(cell) ?? 0) + 1)
  return targetOf(candidates, ({ cell }) => (cells.get(cell) ?? 0) / offered.get(cell)!)
}

/** Curves of the average form, from the share of the forms that contain each question. */
export function targetOf(candidates: Candidate[], shareOf: (one: Candidate, at: number) => number): Target {
  const target = {
    expected: new Float64Array(comparedAbilities.length),
    information: new Float64Array(comparedAbilities.length),
  }
  for (const [i, one] of candidates.entries()) {
    const share = shareOf(one, i)
    for (const [at, ability] of comparedAbilities.entries()) {
      target.expected[at]! += share * one.points * probability(one, ability)
      target.information[at]! += share * itemInformation(one, ability)
    }
  }
  return target
}

/** Curve of every candidate, scaled so that 1 is the tolerance: first the score, then the information. */
export interface Curves {
  width: number
  values: Float64Array
  goal: Float64Array
}

export function curvesOf(candidates: Candidate[], target: Target, maximum: number, tolerances: Tolerances): Curves {
  const half = comparedAbilities.length
  const width = 2 * half
  const values = new Float64Array(candidates.length * width)
  const goal = new Float64Array(width)
  for (let at = 0; at < half; at++) {
    const ability = comparedAbilities[at]!
    const score = 1 / (maximum * tolerances.scoreTolerance)
    // The error is the inverse root of the information, so twice the relative change belongs to the information.
    const information = 1 / (2 * tolerances.errorTolerance * target.information[at]!)
    goal[at] = target.expected[at]! * score
    goal[half + at] = target.information[at]! * information
    for (const [i, one] of candidates.entries()) {
      values[i * width + at] = one.points * probability(one, ability) * score
      values[i * width + half + at] = itemInformation(one, ability) * information
    }
  }
  return { width, values, goal }
}
