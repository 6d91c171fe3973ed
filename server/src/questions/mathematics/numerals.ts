import { type Rational, rational } from './rational'

/** A number typed with a decimal point: number of digits after the point and of significant digits. */
export interface Decimal {
  places: number
  digits: number
}

interface Numeral {
  value: Rational
  decimal: Decimal | null
  /** Length of the number in characters. */
  length: number
}

const digits = /^(\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!\d)|\d+)?(?:\.(?!\.\.)(\d*))?/
const recurring = /^\\(?:dot|overline|bar)\s*(?:\{(\d+)\}|(\d))(?:\s*\\dot\s*(?:\{(\d)\}|(\d)))?/
const between = /^(\d*)\\dot\s*(?:\{(\d)\}|(\d))/

/**
 * Reads the number at the start of a text: `12`, `0.5`, `1,200` (only outside brackets), `0.\dot{3}`, `0.333…`. Digits
 * with an ellipsis are read as a recurring decimal.
 */
export function readNumeral(text: string, groups: boolean): Numeral | null {
  const [all = '', grouped = '', after] = digits.exec(text) ?? []
  if (grouped === '' && (after === undefined || after === '')) return null
  const isGrouped = /[,\\]/.test(grouped)
  const before = isGrouped && !groups && !grouped.includes('{') ? /^\d+/.exec(grouped)![0] : grouped
  if (before !== grouped) return { value: rational(BigInt(before)), decimal: null, length: before.length }
  const whole = before.replace(/\D/g, '') || '0'
  if (whole.length > 100 || (after ?? '').length > 100) return null
  if (after === undefined) return { value: rational(BigInt(whole)), decimal: null, length: all.length }
  const rest = text.slice(all.length)
  const repeated = recurring.exec(rest)
  if (repeated) return repeatedNumeral(whole, after, repeated, all.length, rest)
  const dots = /^(?:\.{3}|…)/.exec(rest)
  const period = dots ? /(\d+?)\1+$/.exec(after)?.[1] : undefined
  if (period !== undefined) {
    const start = after.slice(0, after.length - period.length)
    return { value: periodic(whole, start, period), decimal: null, length: all.length + dots![0].length }
  }
  const digitsThatCount = (whole + after).replace(/^0+/, '').length
  return {
    value: rational(BigInt(whole + after), 10n ** BigInt(after.length)),
    decimal: after === '' ? null : { places: after.length, digits: digitsThatCount },
    length: all.length + (dots?.[0].length ?? 0),
  }
}

/** Reads a recurring decimal: `0.1\dot{2}3\dot{4}` marks the ends of its period, `\overline{234}` the whole period. */
function repeatedNumeral(whole: string, start: string, found: RegExpExecArray, length: number, rest: string): Numeral {
  const [all, group, digit] = found
  let period = group ?? digit ?? ''
  let taken = all.length
  if (found[3] ?? found[4]) period += found[3] ?? found[4]
  else if (period.length === 1 && all.startsWith('\\dot')) {
    const last = between.exec(rest.slice(taken))
    if (last) {
      period += `${last[1]}${last[2] ?? last[3]}`
      taken += last[0].length
    }
  }
  return { value: periodic(whole, start, period), decimal: null, length: length + taken }
}

function periodic(whole: string, start: string, period: string): Rational {
  const scale = 10n ** BigInt(start.length)
  const nines = 10n ** BigInt(period.length) - 1n
  return rational(BigInt(whole + start) * nines + BigInt(period), scale * nines)
}
