const han = /\p{Script=Han}/u
/** Sequences of Chinese characters, or of letters and digits of any other script. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu
/** Longer "words" are data, not language. */
const maxWord = 64

export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * Returns the search grams of a text: overlapping pairs of Chinese characters, and words of other scripts as they are.
 */
export function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (const [run] of normalise(text).matchAll(runs)) {
    if (!han.test(run)) grams.add(run.slice(0, maxWord))
    else for (const gram of pairs(run)) grams.add(gram)
  }
  return [...grams]
}

/**
 * Builds the tsquery of a search text: all its grams, words as prefixes. Returns null for a text without grams (one
 * Chinese character, punctuation only), for which callers use only LIKE.
 */
export function gramQuery(typed: string): string | null {
  const terms = new Set<string>()
  for (const [run] of normalise(typed).matchAll(runs)) {
    if (!han.test(run)) terms.add(`${quoted(run.slice(0, maxWord))}:*`)
    else if ([...run].length > 1) for (const gram of pairs(run)) terms.add(quoted(gram))
  }
  return terms.size > 0 ? [...terms].join(' & ') : null
}

const quoted = (gram: string) => `'${gram.replaceAll("'", "''")}'`

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => characters[i]! + character)
}

/** Counts Chinese characters and words of other scripts like a word processor. */
export function countWords(text: string): number {
  let count = 0
  for (const [run] of text.matchAll(runs)) count += han.test(run) ? [...run].length : 1
  return count
}

/** Estimates the minutes of careful reading. */
export function readingMinutes(words: number): number {
  return words === 0 ? 0 : Math.max(1, Math.round(words / 350))
}
