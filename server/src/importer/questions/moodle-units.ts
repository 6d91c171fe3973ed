import { reciprocal } from '../../questions/number/ratio'
import type { NumberRule } from '../../questions/number/rubric'
import { wholeShare } from '../../questions/shares'
import { child, type XmlElement, xmlNodeText } from './xml'

/** Reads the units of a numerical question in which the student writes the unit; null if a 数值题 cannot express them. */
export function unitRule(
  question: XmlElement,
  elements: XmlElement[],
): Pick<NumberRule, 'units' | 'asksUnit' | 'unitShare'> | null {
  const flag = (name: string) => xmlNodeText(child(question, name)).trim()
  const units = elements.map((unit) => ({
    name: xmlNodeText(child(unit, 'unit_name')).trim(),
    factor: reciprocal(xmlNodeText(child(unit, 'multiplier')).trim() || '1') ?? '',
  }))
  const first = units.find(({ factor }) => factor === '1')
  if (!first || flag('showunits') === '3' || units.some(({ factor }) => factor === '')) return null
  // If Moodle does not grade units, a right number without a unit gets the full score.
  const graded = /^[12]$/.test(flag('unitgradingtype'))
  const penalty = Math.min(1, Math.max(0, Number(flag('unitpenalty') || '0.1')))
  return {
    units: [first, ...units.filter((unit) => unit !== first)],
    asksUnit: true,
    unitShare: graded ? Math.round((1 - penalty) * wholeShare) : wholeShare,
  }
}
