import { type Decimal, readDecimal, times } from '../../base/decimal'
import { readTolerance } from '../tolerance'
import type { NumberRule } from './rubric'

/** Parses a decimal number or a fraction of two; returns null for anything that is not above 0. */
export function readRatio(text: string): { over: Decimal; under: Decimal } | null {
  const [over, under, more] = text.split('/').map((piece) => readDecimal(piece.trim()))
  const bottom = under === undefined ? readDecimal('1') : under
  return over && bottom && more === undefined && over.digits > 0n && bottom.digits > 0n ? { over, under: bottom } : null
}

/** Writes a decimal; uses an exponent only for very large numbers. */
function decimalText({ digits, exponent }: Decimal): string {
  if (exponent >= 0) return exponent > 30 ? `${digits}e${exponent}` : `${digits}${'0'.repeat(exponent)}`
  const places = -exponent
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const text = `${digits < 0n ? '-' : ''}${all.slice(0, -places)}.${all.slice(-places)}`
  return text.replace(/\.?0+$/, '')
}

/** Returns the reciprocal as a decimal if that is exact, otherwise as a fraction; null if the text is not a positive number. */
export function reciprocal(text: string): string | null {
  const ratio = readRatio(text)
  if (!ratio) return null
  const { over, under } = ratio
  let digits = under.digits
  for (let places = 0; places <= 30; places++, digits *= 10n)
    if (digits % over.digits === 0n)
      return decimalText({ digits: digits / over.digits, exponent: under.exponent - over.exponent - places })
  return `${decimalText(under)}/${decimalText(over)}`
}

/** Returns the tolerance of a rule as an exact absolute value. */
export function tolerated({ value, tolerance }: NumberRule): Decimal {
  const { tolerance: amount, relative } = readTolerance(tolerance)!
  const size = readDecimal(amount)!
  if (!relative) return size
  const { digits, exponent } = times(readDecimal(value)!, { ...size, exponent: size.exponent - 2 })
  return { digits: digits < 0n ? -digits : digits, exponent }
}

/** Absolute tolerance as text, for export formats without relative tolerances. */
export const absoluteTolerance = (rule: NumberRule) =>
  rule.tolerance.endsWith('%') ? decimalText(tolerated(rule)) : rule.tolerance
