import type { Detail, Given, PartGiven, PartRubric, Rubric, Scored, ScoredPart } from '../rubric'
import { scoreBlank } from './blank'
import { scoreChoice } from './choice'
import { scoreJudge } from './judge'
import { scoreMatch } from './match'
import { scoreMaterial } from './material'
import { scoreOrder } from './order'

/** What an answer is worth. Programs are `grading` until they have been run, 简答 is `marking` until somebody read it. */
export function scoreAnswer(rubric: Rubric, given: Given | null): Scored<Detail> {
  if (rubric.type !== 'material') return scorePart(rubric, given as PartGiven | null)
  const parts = given?.type === 'material' ? given.parts : []
  return scoreMaterial(rubric.parts.map((part, i) => scorePart(part, parts[i] ?? null)))
}

function scorePart(rubric: PartRubric, given: PartGiven | null): ScoredPart {
  if (!given || isEmpty(given)) return { verdict: 'unanswered', score: 0, detail: emptyDetail(rubric) }
  switch (rubric.type) {
    case 'judge':
      return scoreJudge(rubric, given as Of<'judge'>)
    case 'blank':
      return scoreBlank(rubric, given as Of<'blank'>)
    case 'order':
      return scoreOrder(rubric, given as Of<'order'>)
    case 'match':
      return scoreMatch(rubric, given as Of<'match'>)
    case 'short':
      return { verdict: 'marking', score: 0, detail: { type: 'none' } }
    case 'code':
      return { verdict: 'grading', score: 0, detail: { type: 'none' } }
    default:
      return scoreChoice(rubric, given as Extract<PartGiven, { options: unknown }>)
  }
}

type Of<T extends PartGiven['type']> = Extract<PartGiven, { type: T }>

function emptyDetail(rubric: PartRubric): ScoredPart['detail'] {
  return rubric.type === 'blank' ? { type: 'blank', shares: rubric.blanks.map(() => 0) } : { type: 'none' }
}

/** Nothing was said: not wrong, and nothing for a teacher to read. */
function isEmpty(given: PartGiven): boolean {
  switch (given.type) {
    case 'judge':
      return false
    case 'blank':
      return given.blanks.every((blank) => blank.trim() === '')
    case 'order':
      return given.items.length === 0
    case 'match':
      return given.pairs.every((right) => right === null)
    case 'short':
      return given.text.trim() === ''
    case 'code':
      return given.source.trim() === ''
    default:
      return given.options.length === 0
  }
}
