/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  over: bigint
  under: bigint
}

/** Thrown for a formula that cannot be parsed; it is then compared as text. */
export class NotUnderstood extends Error {}

/** Maximum number of bits; longer numbers are refused, so that a typed answer cannot block the processor. */
const maxBits = 4000n
const tooLong = (value: bigint) => value >> maxBits !== 0n && -value >> maxBits !== 0n

const absolute = (value: bigint) => (value < 0n ? -value : value)

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export function rational(over: bigint, under = 1n): Rational {
  if (under === 0n) throw new NotUnderstood('division by zero')
  if (tooLong(over) || tooLong(under)) throw new NotUnderstood('number too long')
  const divisor = (under < 0n ? -1n : 1n) * (gcd(over, under) || 1n)
  return { over: over / divisor, under: under / divisor }
}

export const one = rational(1n)
export const zero = rational(0n)

export const plus = (a: Rational, b: Rational) => rational(a.over * b.under + b.over * a.under, a.under * b.under)
export const times = (a: Rational, b: Rational) => rational(a.over * b.over, a.under * b.under)
export const negative = (a: Rational) => ({ over: -a.over, under: a.under })
export const isEqual = (a: Rational, b: Rational) => a.over === b.over && a.under === b.under
export const isInteger = (a: Rational) => a.under === 1n
export const text = (a: Rational) => (isInteger(a) ? `${a.over}` : `${a.over}/${a.under}`)

/** Returns the nearest double; shortens long integers first, which would exceed its range. */
export function toNumber({ over, under }: Rational): number {
  const bits = (value: bigint) => absolute(value).toString(2).length
  const shift = BigInt(Math.max(0, Math.min(bits(over), bits(under)) - 900))
  return Number(over >> shift) / Number(under >> shift)
}

/** Whether the decimal expansion ends. */
export function isTerminating({ under }: Rational): boolean {
  let rest = under
  while (rest % 2n === 0n) rest /= 2n
  while (rest % 5n === 0n) rest /= 5n
  return rest === 1n
}

export function power(base: Rational, exponent: bigint): Rational {
  const size = absolute(exponent)
  if (size > 2000n) throw new NotUnderstood('power too high')
  const over = base.over ** size
  const under = base.under ** size
  return exponent < 0n ? rational(under, over) : rational(over, under)
}

/** Returns the root of a non-negative integer; null if the root is not an integer. */
export function integerRoot(value: bigint, degree: number): bigint | null {
  if (value < 2n) return value
  const guess = BigInt(Math.round(Number(value) ** (1 / degree)))
  for (const root of [guess - 1n, guess, guess + 1n]) if (root >= 0n && root ** BigInt(degree) === value) return root
  return null
}

/** Splits a value into `outside`² · `inside`. Only small factors are tried, which is enough to compare answers. */
export function takeSquares(value: bigint): { outside: bigint; inside: bigint } {
  let [outside, inside] = [1n, value]
  for (let factor = 2n; factor * factor <= inside && factor < 2000n; factor++)
    while (inside % (factor * factor) === 0n) {
      inside /= factor * factor
      outside *= factor
    }
  return { outside, inside }
}
