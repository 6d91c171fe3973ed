import { mapBlanks, placeholder } from '../blank/notation'
import type { BlankShapes } from '../blank/rubric'
import { wholeShare } from '../shares'
import { readTolerance } from '../tolerance'
import { readNumber } from './read-number'
import type { NumberShapes } from './rubric'

/** Converts a 填空题 to a 数值题; returns null unless it has text and one blank that accepts exactly one number. */
export function numberFromBlank({ blanks, ...blank }: BlankShapes['source']): NumberShapes['source'] | null {
  const [only, ...others] = blanks[0] ?? []
  if (blanks.length !== 1 || others.length > 0 || !only || !('value' in only) || only.share !== wholeShare) return null
  const { slug, score, analysis } = blank
  const number = readNumber(only.value)
  const end = new RegExp(`\\s*${placeholder.replace(/[{}]/g, '\\$&')}\\s*$`)
  const stem = mapBlanks(blank.stem.replace(end, ''), () => '\\_\\_\\_\\_')
  if (number?.rest !== '' || !readTolerance(only.tolerance) || stem.trim() === '') return null
  const { tolerance } = only
  const rule = { value: number.text, tolerance, units: [], asksUnit: false, unitShare: wholeShare / 2 }
  return { type: 'number', slug, score, analysis, stem, ...rule }
}
