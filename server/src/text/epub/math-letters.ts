/** First letters of an alphabet in Unicode's mathematical letters: capital A, small a, digit 0, capital Alpha. */
interface Alphabet {
  capital: number
  small: number
  digit?: number
  greek?: number
  /** Letters that have another code point, because Unicode contained them before the alphabet. */
  elsewhere?: Record<string, string>
}

const boldDigits = 0x1d7ce

const alphabets: Record<string, Alphabet> = {
  bold: { capital: 0x1d400, small: 0x1d41a, digit: boldDigits, greek: 0x1d6a8 },
  italic: { capital: 0x1d434, small: 0x1d44e, greek: 0x1d6e2, elsewhere: { h: 'ℎ', ı: '𝚤', ȷ: '𝚥' } },
  'bold-italic': { capital: 0x1d468, small: 0x1d482, digit: boldDigits, greek: 0x1d71c },
  script: {
    capital: 0x1d49c,
    small: 0x1d4b6,
    elsewhere: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  'bold-script': { capital: 0x1d4d0, small: 0x1d4ea, digit: boldDigits },
  fraktur: { capital: 0x1d504, small: 0x1d51e, elsewhere: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' } },
  'bold-fraktur': { capital: 0x1d56c, small: 0x1d586, digit: boldDigits },
  'double-struck': {
    capital: 0x1d538,
    small: 0x1d552,
    digit: 0x1d7d8,
    elsewhere: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  'sans-serif': { capital: 0x1d5a0, small: 0x1d5ba, digit: 0x1d7e2 },
  'bold-sans-serif': { capital: 0x1d5d4, small: 0x1d5ee, digit: 0x1d7ec, greek: 0x1d756 },
  'sans-serif-italic': { capital: 0x1d608, small: 0x1d622 },
  'sans-serif-bold-italic': { capital: 0x1d63c, small: 0x1d656, digit: 0x1d7ec, greek: 0x1d790 },
  monospace: { capital: 0x1d670, small: 0x1d68a, digit: 0x1d7f6 },
}

/** Order of the Greek letters and of the signs between them in each mathematical alphabet. */
const greek = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ']

/** Whether `mathvariant` names an alphabet that has letters of its own. */
export const isMathVariant = (variant: string) => Object.hasOwn(alphabets, variant)

/** Writes a text in the letters of a `mathvariant`; characters without such a letter stay. */
export function mathLetters(text: string, variant: string): string {
  const alphabet = alphabets[variant]
  if (!alphabet) return text
  return Array.from(text, (letter) => alphabet.elsewhere?.[letter] ?? letterOf(letter, alphabet)).join('')
}

function letterOf(letter: string, { capital, small, digit, greek: alpha }: Alphabet): string {
  const shift = (first: string, start: number) =>
    String.fromCodePoint(start + letter.codePointAt(0)! - first.codePointAt(0)!)
  if (/^[A-Z]$/.test(letter)) return shift('A', capital)
  if (/^[a-z]$/.test(letter)) return shift('a', small)
  if (/^[0-9]$/.test(letter)) return digit === undefined ? letter : shift('0', digit)
  const place = alpha === undefined ? -1 : greek.indexOf(letter)
  return place < 0 ? letter : String.fromCodePoint(alpha! + place)
}
