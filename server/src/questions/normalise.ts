import { type Decimal, readDecimal } from '../base/decimal'

/** Normalises a blank's text: drops differences in width, case and insignificant spaces. */
export function normaliseText(text: string, caseSensitive: boolean): string {
  // NFKC converts full width to half width, and replaces ligatures and compatibility forms.
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010\u2011\u2013]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    // A space counts only between words of letters or digits: "no one" is not "noone", but "[4, 2]" is "[4,2]".
    .replace(/ (?=[\p{Script=Han}\p{P}\p{S}])|(?<=[\p{Script=Han}\p{P}\p{S}]) /gu, '')
  return caseSensitive ? plain : plain.toLowerCase()
}

/** Parses a plain number, also with thousands separators; returns null for anything else. */
export const parseDecimal = (text: string): Decimal | null =>
  readDecimal(normaliseText(text, false).replace(/(?<=\d),(?=\d{3}(?!\d))/g, ''))
