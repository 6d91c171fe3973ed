import { scoreMaterial } from './material/score'
import type { Given, PartGiven, PartRubric, Rubric, Scored, ScoredPart } from './rubric'
import { partTypes } from './types'

/** Scores an answer. Programs are `grading` until they have been run, 简答 is `marking` until it has a manual score. */
export function scoreAnswer(rubric: Rubric, given: Given | null): Scored {
  if (rubric.type !== 'material') return scorePart(rubric, given as PartGiven | null)
  const parts = given?.type === 'material' ? given.parts : []
  return scoreMaterial(rubric.parts.map((part, i) => scorePart(part, parts[i] ?? null)))
}

function scorePart(rubric: PartRubric, given: PartGiven | null): ScoredPart {
  const type = partTypes[rubric.type]
  if (!given || type.isEmpty(given)) return { verdict: 'unanswered', score: 0, detail: type.emptyDetail(rubric) }
  return type.score(rubric, given)
}

/** Returns a right or plausibly wrong answer for seed data. */
export function sampleAnswer(rubric: Rubric, right: boolean): Given {
  const ofPart = (part: PartRubric) => partTypes[part.type].sampleAnswer(part, right)
  return rubric.type === 'material' ? { type: 'material', parts: rubric.parts.map(ofPart) } : ofPart(rubric)
}
