import { type Decimal, readDecimal } from '../../base/decimal'

const sign = '[+\\-\\u2212\\u2013\\uff0b\\uff0d]'
const digit = '[\\d\\uff10-\\uff19]'
const superscript = '[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}'
const mantissa = `${sign}?(?:${digit}(?:${digit}|[.,．，](?=${digit}))*[.．]?|[.．]${digit}+)(?:[eE]${sign}?${digit}{1,3})?`
const power = `10(?:\\s*\\^\\s*[(（]?(${sign}?${digit}{1,3})[)）]?|(${superscript}))`
const scientific = new RegExp(`^\\s*(?:(${mantissa})\\s*[×xX*·⋅∙]\\s*|(${sign})?)${power}`)
const plain = new RegExp(`^\\s*(${mantissa})`)

const ascii = (text: string) => text.normalize('NFKC').replace(/[\u2212\u2013]/g, '-')

/**
 * Reads the number at the start of a text in any notation: full width, `1,200`, `−2`, `3e8`, `3×10^8`, `3×10⁸`. `text`
 * is the same number in ASCII, `rest` the text after it. Returns null if there is no number or if `rest` continues it.
 */
export function readNumber(written: string): { number: Decimal; text: string; rest: string } | null {
  const visible = written.replace(/\p{Cf}/gu, '')
  const found = scientific.exec(visible) ?? plain.exec(visible)
  if (!found) return null
  const rest = visible.slice(found[0].length)
  if (/^\s*(?:[\d０-９.,．，^]|\/\s*\d|[×xX*·⋅∙]\s*\d)/.test(rest)) return null
  const [, factor, minus = '', exponent, raised] = found
  const base = ungrouped(ascii(factor ?? `${minus}1`))
  const times = exponent ?? raised
  if (base === null || (times !== undefined && /e/i.test(base))) return null
  const text = (times === undefined ? base : `${base}e${ascii(times)}`).replace(/^\+/, '').replace(/e\+/i, 'e')
  const number = readDecimal(text)
  return number && { number, text, rest }
}

/** Removes thousands separators; returns null if the commas do not separate groups of three digits. */
function ungrouped(text: string): string | null {
  if (!text.includes(',')) return text
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?(?:e.*)?$/i.test(text) ? text.replaceAll(',', '') : null
}

/** Normalises a unit: removes differences in width, spaces, `^` and the product sign; keeps the case of letters. */
export const normaliseUnit = (name: string) =>
  ascii(name)
    .replace(/[\p{Cf}\s^]/gu, '')
    .replace(/[*⋅∙•]/g, '·')
