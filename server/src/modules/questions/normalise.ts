/** What a blank means, whatever keyboard it was typed on: width, case and spaces that tell nothing apart are dropped. */
export function normaliseText(text: string, caseSensitive: boolean): string {
  // Full width to half width, ligatures, compatibility forms.
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010\u2011\u2013]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    // A space counts between two words of letters or digits only: "no one" is not "noone", but "[4, 2]" is "[4,2]".
    .replace(/ (?=[\p{Script=Han}\p{P}\p{S}])|(?<=[\p{Script=Han}\p{P}\p{S}]) /gu, '')
  return caseSensitive ? plain : plain.toLowerCase()
}

/** A number exactly as written: digits times a power of ten. */
export interface Decimal {
  digits: bigint
  exponent: number
}

const pattern = /^([+-]?)(\d{0,100})(?:\.(\d{0,100}))?(?:e([+-]?\d{1,3}))?$/

/** Null for anything that is not a plain number. Commas between groups of three digits are allowed. */
export function parseDecimal(text: string): Decimal | null {
  const plain = normaliseText(text, false).replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  const [, sign = '', before = '', after = '', exponent = '0'] = pattern.exec(plain) ?? []
  if (before + after === '') return null
  const digits = BigInt(before + after)
  return { digits: sign === '-' ? -digits : digits, exponent: Number(exponent) - after.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number) => digits * 10n ** BigInt(exponent - to)

/** Whether |a - b| is at most the tolerance, without rounding. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const to = Math.min(a.exponent, b.exponent, tolerance.exponent)
  const difference = scaled(a, to) - scaled(b, to)
  const limit = scaled(tolerance, to)
  return (difference < 0n ? -difference : difference) <= (limit < 0n ? -limit : limit)
}
