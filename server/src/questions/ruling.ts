import { scoreMaterial } from './material/score'
import type { Given, PartGiven, PartRubric, Rubric, Scored, ScoredPart } from './rubric'
import { scoreAnswer } from './score'
import { partTypes } from './types'

/** Change to the scoring of an exam question: not counted (`void`), full score (`give`) or other keys (`key`). */
export interface Ruling {
  kind: 'void' | 'give' | 'key'
  /** Rubrics that accept further answers. */
  rubrics: Rubric[]
  /** Whether the published rubric counts as well. */
  keepKey: boolean
}

/** Scores an answer by the published rubric or by a ruling; of several rubrics, the best score counts. */
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
 * Returns a rubric that accepts an answer; undefined for types without a key (简答, 编程) and for empty answers. The
 * rubric of unanswered question parts of a 材料题 stays unchanged.
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
