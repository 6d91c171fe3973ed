/** An exact decimal number: digits times a power of ten. */
export interface Decimal {
  digits: bigint
  exponent: number
}

const pattern = /^([+-]?)(\d{0,100})(?:\.(\d{0,100}))?(?:e([+-]?\d{1,3}))?$/i

/** Parses a decimal number in ASCII digits, with optional sign, fraction and exponent. Returns null for anything else. */
export function readDecimal(text: string): Decimal | null {
  const [, sign = '', before = '', after = '', exponent = '0'] = pattern.exec(text) ?? []
  if (before + after === '') return null
  const digits = BigInt(before + after)
  return { digits: sign === '-' ? -digits : digits, exponent: Number(exponent) - after.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number) => digits * 10n ** BigInt(exponent - to)
const absolute = (value: bigint) => (value < 0n ? -value : value)

/** Whether |a - b| is at most the tolerance, without rounding. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const to = Math.min(a.exponent, b.exponent, tolerance.exponent)
  return absolute(scaled(a, to) - scaled(b, to)) <= absolute(scaled(tolerance, to))
}

/** The exact product. */
export const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  exponent: a.exponent + b.exponent,
})
