import { isWithin, normaliseText, parseDecimal } from '../normalise'
import { type Accepted, type PartGiven, type PartRubric, type ScoredPart, whole } from '../rubric'
import { part, verdictOfShare } from './share'

/** Every blank is worth the same. A blank is worth what the first alternative says that fits, as in Moodle. */
export function scoreBlank(
  rubric: Extract<PartRubric, { type: 'blank' }>,
  { blanks }: Extract<PartGiven, { type: 'blank' }>,
): ScoredPart {
  const shares = rubric.blanks.map((accepted, i) => shareOf(accepted, blanks[i] ?? '', rubric.caseSensitive))
  const total = shares.reduce((all, share) => all + share, 0)
  const verdict = verdictOfShare(Math.floor(total / shares.length))
  const score = verdict === 'right' ? rubric.score : part(rubric.score, total, whole * shares.length)
  return { verdict, score, detail: { type: 'blank', shares } }
}

function shareOf(accepted: Accepted[], typed: string, caseSensitive: boolean): number {
  if (typed.trim() === '') return 0
  return accepted.find((alternative) => fits(alternative, typed, caseSensitive))?.share ?? 0
}

function fits(accepted: Accepted, typed: string, caseSensitive: boolean): boolean {
  if ('text' in accepted) return normaliseText(accepted.text, caseSensitive) === normaliseText(typed, caseSensitive)
  const [number, value, tolerance] = [typed, accepted.value, accepted.tolerance].map(parseDecimal)
  return Boolean(number && value && tolerance && isWithin(number, value, tolerance))
}
