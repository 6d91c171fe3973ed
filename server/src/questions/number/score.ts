import { type Decimal, isWithin, readDecimal, times } from '../../base/decimal'
import type { Scoring } from '../definition'
import { partOfScore, verdictOfShare, wholeShare } from '../shares'
import { readRatio, tolerated } from './ratio'
import { normaliseUnit, readNumber } from './read-number'
import type { NumberRule, NumberShapes } from './rubric'

/** A right number with an accepted unit earns the full score; with a wrong or missing unit, `unitShare`. */
export const numberScoring: Scoring<NumberShapes> = {
  score(rubric, { value, unit }) {
    const detail = compare(rubric, value, unit)
    const share = detail.number ? (detail.unit ? wholeShare : rubric.unitShare) : 0
    const verdict = verdictOfShare(share)
    return {
      verdict,
      score: verdict === 'right' ? rubric.score : partOfScore(rubric.score, share, wholeShare),
      detail: { type: 'number', ...detail },
    }
  },
  isEmpty: ({ value, unit }) => value.trim() === '' && unit.trim() === '',
  emptyDetail: () => ({ type: 'number', number: false, unit: false }),
  // The answer becomes the expected number, in the first unit; tolerance and units stay.
  rubricFor: (rubric, { value }) => (readDecimal(value.trim()) ? { ...rubric, value: value.trim() } : undefined),
  sampleAnswer: ({ value, units, asksUnit }, right) => ({
    type: 'number',
    value: right ? value : value === '6' ? '7' : '6',
    unit: asksUnit ? units[0]!.name : '',
  }),
}

function compare(rule: NumberRule, value: string, unit: string): { number: boolean; unit: boolean } {
  const typed = readNumber(value)
  if (!typed) return { number: false, unit: false }
  // Students often type the unit after the number instead of into its field.
  const names = [...new Set([typed.rest, unit].map(normaliseUnit).filter((name) => name !== ''))]
  if (rule.units.length === 0)
    return names.length > 0 ? { number: false, unit: false } : { number: isNear(rule, typed.number, '1'), unit: true }
  const [name] = names
  if (name === undefined) return { number: isNear(rule, typed.number, '1'), unit: !rule.asksUnit }
  const known = names.length === 1 ? rule.units.find((one) => normaliseUnit(one.name) === name) : undefined
  if (known && isNear(rule, typed.number, known.factor)) return { number: true, unit: true }
  const bare = isNear(rule, typed.number, '1')
  return { number: bare, unit: !bare && known !== undefined }
}

/** Whether a number in a unit is within the tolerance. Multiplies by the factor's denominator: dividing would round. */
function isNear(rule: NumberRule, number: Decimal, factor: string): boolean {
  const { over, under } = readRatio(factor)!
  return isWithin(times(number, over), times(readDecimal(rule.value)!, under), times(tolerated(rule), under))
}
