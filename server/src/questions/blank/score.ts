import { isWithin } from '../../base/decimal'
import type { Scoring } from '../definition'
import { fitsFormula, readFormulaKey } from '../mathematics/formula'
import { normaliseText, parseDecimal } from '../normalise'
import { partOfScore, verdictOfShare, wholeShare } from '../shares'
import type { Accepted, BlankShapes } from './rubric'

/** Every blank has the same weight. The first accepted answer that matches decides its share, as in Moodle. */
export const blankScoring: Scoring<BlankShapes> = {
  score(rubric, { blanks }) {
    const shares = rubric.blanks.map((accepted, i) => shareOf(accepted, blanks[i] ?? '', rubric.caseSensitive))
    const total = shares.reduce((all, share) => all + share, 0)
    const verdict = verdictOfShare(Math.floor(total / shares.length))
    const score = verdict === 'right' ? rubric.score : partOfScore(rubric.score, total, wholeShare * shares.length)
    return { verdict, score, detail: { type: 'blank', shares } }
  },
  isEmpty: ({ blanks }) => blanks.every((blank) => blank.trim() === ''),
  emptyDetail: ({ blanks }) => ({ type: 'blank', shares: blanks.map(() => 0) }),
  // A blank that was left empty does not change its accepted answers.
  rubricFor: (rubric, { blanks }) => ({
    ...rubric,
    blanks: rubric.blanks.map((accepted, i) =>
      blanks[i]?.trim() ? [{ text: asKey(accepted, blanks[i]), share: wholeShare }] : accepted,
    ),
  }),
  sampleAnswer: ({ blanks }, right) => ({
    type: 'blank',
    blanks: blanks.map(([first]) => (right ? ('text' in first! ? first.text : first!.value) : '6')),
  }),
}

function shareOf(accepted: Accepted[], typed: string, caseSensitive: boolean): number {
  if (typed.trim() === '') return 0
  return accepted.find((alternative) => fits(alternative, typed, caseSensitive))?.share ?? 0
}

/** Converts a typed answer to an accepted one: to a formula if the blank accepts formulas. */
function asKey(accepted: Accepted[], typed: string): string {
  const isFormula = accepted.some((one) => 'text' in one && readFormulaKey(one.text) !== null)
  const formula = `$${typed.trim()}$`
  return isFormula && readFormulaKey(formula)?.node ? formula : typed
}

function fits(accepted: Accepted, typed: string, caseSensitive: boolean): boolean {
  if ('text' in accepted) {
    const formula = readFormulaKey(accepted.text)
    if (formula && fitsFormula(formula, typed, caseSensitive)) return true
    return normaliseText(accepted.text, caseSensitive) === normaliseText(typed, caseSensitive)
  }
  const [number, value, tolerance] = [typed, accepted.value, accepted.tolerance].map(parseDecimal)
  return Boolean(number && value && tolerance && isWithin(number, value, tolerance))
}
