import { scoreMaterial } from './material/score'
import type { Given, PartGiven, PartRubric, Rubric, Scored, ScoredPart } from './rubric'
import { scoreAnswer } from './score'
import { partTypes } from './types'

/** How a question of an exam is scored, where that differs from its published rubric. A void one is not summed up. */
export interface Ruling {
  kind: 'void' | 'give' | 'key'
  /** Rubrics by which further answers are right. */
  rubrics: Rubric[]
  /** Whether the published rubric counts as well. */
  keepKey: boolean
}

/** Scores an answer by the published rubric, or as a ruling says: the best score over all rubrics counts. */
export function scoreRuled(rubric: Rubric, given: Given | null, ruling: Ruling | undefined): Scored {
  if (ruling?.kind === 'give') return fullScore(rubric)
  if (ruling?.kind !== 'key') return scoreAnswer(rubric, given)
  const rubrics = ruling.keepKey ? [rubric, ...ruling.rubrics] : ruling.rubrics
  const scored = rubrics.map((one) => scoreAnswer(one, given))
  return scored.reduce((best, one) => (one.score > best.score ? one : best))
}

function fullScore(rubric: Rubric): Scored {
  const full = (part: PartRubric): ScoredPart => ({
    verdict: 'right',
    score: part.score,
    detail: partTypes[part.type].emptyDetail(part),
  })
  return rubric.type === 'material' ? scoreMaterial(rubric.parts.map(full)) : full(rubric)
}

/**
 * Returns the rubric by which an answer is right; undefined for types without such a key (简答, 编程) and empty answers. The
 * question parts of a 材料题 that are not answered keep their rubric.
 */
export function rubricFor(rubric: Rubric, given: Given): Rubric | undefined {
  if (rubric.type !== 'material') return given.type === 'material' ? undefined : partFor(rubric, given)
  if (given.type !== 'material' || given.parts.every((part) => part === null)) return undefined
  const parts = rubric.parts.map((part, i) => (given.parts[i] ? partFor(part, given.parts[i]) : part))
  return parts.every((part) => part !== undefined) ? { ...rubric, parts } : undefined
}

function partFor(rubric: PartRubric, given: PartGiven): PartRubric | undefined {
  const type = partTypes[rubric.type]
  return type.isEmpty(given) ? undefined : type.rubricFor?.(rubric, given)
}
