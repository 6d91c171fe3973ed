import { mapBlanks, placeholder } from '../blank/notation'
import type { BlankShapes } from '../blank/rubric'
import { whole } from '../shares'
import { readTolerance } from '../tolerance'
import { readNumber } from './read-number'
import type { NumberShapes } from './rubric'

/** The same question as 数值题, where that loses nothing: one blank that accepts one number, and a text around it. */
export function numberFromBlank({ blanks, ...blank }: BlankShapes['source']): NumberShapes['source'] | null {
  const [only, ...others] = blanks[0] ?? []
  if (blanks.length !== 1 || others.length > 0 || !only || !('value' in only) || only.share !== whole) return null
  const { slug, score, analysis } = blank
  const number = readNumber(only.value)
  const end = new RegExp(`\\s*${placeholder.replace(/[{}]/g, '\\$&')}\\s*$`)
  const stem = mapBlanks(blank.stem.replace(end, ''), () => '\\_\\_\\_\\_')
  if (number?.rest !== '' || !readTolerance(only.tolerance) || stem.trim() === '') return null
  const { tolerance } = only
  const rule = { value: number.text, tolerance, units: [], asksUnit: false, unitShare: whole / 2 }
  return { type: 'number', slug, score, analysis, stem, ...rule }
}
