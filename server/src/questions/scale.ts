import type { Version } from './present'
import type { Body, PartBody, PartRubric, Rubric } from './rubric'
import { partTypes } from './types'

/** Returns a version with the score that a paper sets. Shares and test weights are relative and stay unchanged. */
export function setQuestionPoints(version: Version, points: number | null): Version {
  if (points === null || points === version.rubric.score) return version
  const { body, rubric } = version
  if (body.type !== 'material' || rubric.type !== 'material')
    return {
      ...version,
      body: { ...body, score: points } as Body,
      rubric: scalePart(rubric as PartRubric, points) satisfies Rubric,
    }
  const parts = distribute(
    rubric.parts.map(({ score }) => score),
    points,
  )
  return {
    ...version,
    body: { ...body, score: points, parts: body.parts.map((one, i): PartBody => ({ ...one, score: parts[i]! })) },
    rubric: { ...rubric, score: points, parts: rubric.parts.map((one, i) => scalePart(one, parts[i]!)) },
  }
}

const scalePart = (rubric: PartRubric, score: number): PartRubric =>
  partTypes[rubric.type].scale?.(rubric, score) ?? { ...rubric, score }

/** Distributes `whole` in proportion to weights as integers with the same sum; rounds up the largest remainders. */
function distribute(weights: number[], whole: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => Math.floor((weight * whole) / sum))
  const left = whole - shares.reduce((all, share) => all + share, 0)
  const byRemainder = weights
    .map((weight, i) => ({ i, remainder: (weight * whole) % sum }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i)
  for (const { i } of byRemainder.slice(0, left)) shares[i]!++
  return shares
}
