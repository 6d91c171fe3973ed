import { plainFormulas } from '../../text/plain-formulas'
import { normalise } from '../../text/text'

export type MatchRanges = [start: number, length: number][]

/** Normalised text, with the original position of each character. */
interface Folded {
  text: string
  from: number[]
  to: number[]
}

function fold(text: string): Folded {
  const folded: Folded = { text: '', from: [], to: [] }
  let at = 0
  for (const character of text) {
    const plain = normalise(character)
    folded.text += plain
    for (let i = 0; i < plain.length; i++) {
      folded.from.push(at)
      folded.to.push(at + character.length)
    }
    at += character.length
  }
  return folded
}

const most = 20

/** Returns the match ranges of normalised terms in a text, in order and without overlap. */
export function matchRanges(text: string, terms: readonly string[]): MatchRanges {
  const folded = fold(text)
  const found: [number, number][] = []
  for (const term of terms) {
    for (
      let at = folded.text.indexOf(term);
      at >= 0 && found.length < most;
      at = folded.text.indexOf(term, at + term.length)
    )
      found.push([folded.from[at]!, folded.to[at + term.length - 1]!])
  }
  found.sort(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [from, to] of found) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.map(([from, to]) => [from, to - from])
}

/** Number of letters of each syllable, from initials and full pinyin: `sjjg` and `shujujiegou` give 3, 2, 3, 3. */
function syllables(first: string, full: string): number[] {
  const spelled = [...first].map((letter) => (/[a-z]/.test(letter) ? `(${letter}[a-z]{0,5}?)` : '(\\d)')).join('')
  return (
    new RegExp(`^${spelled}$`)
      .exec(full)
      ?.slice(1)
      .map((syllable) => syllable.length) ?? []
  )
}

/**
 * Returns the match ranges of pinyin input in a title. `first` and `full` are the title's pinyin initials and full
 * pinyin as written by the importer: without punctuation, letters and digits unchanged.
 */
export function pinyinMatchRanges(
  title: string,
  [first = '', full = '']: readonly string[],
  typed: string,
): MatchRanges {
  const sounds = [...title.matchAll(/[\p{Script=Han}a-z0-9]/giu)]
  if (sounds.length !== first.length) return []
  // The user may have typed the pinyin without the number before a chapter's title.
  const number = /^\d*/.exec(first)![0].length
  const lengths = syllables(first, full)
  for (const from of [0, number]) {
    const spelledBefore = lengths.slice(0, from).reduce((sum, length) => sum + length, 0)
    let count = 0
    if (first.startsWith(typed, from)) count = typed.length
    else if (full.startsWith(typed, spelledBefore))
      for (let left = typed.length; left > 0 && from + count < lengths.length; count++) left -= lengths[from + count]!
    const last = sounds[from + count - 1]
    if (count > 0 && last) return [[sounds[from]!.index, last.index + last[0].length - sounds[from]!.index]]
  }
  return []
}

const before = 16
const length = 80

/** Returns the text around the first match, on one line. */
export function snippetOf(text: string, terms: readonly string[]): string {
  const line = plainFormulas(text).replace(/\s+/g, ' ').trim()
  const hit = matchRanges(line, terms)[0]?.[0] ?? 0
  const characters = [...line]
  const start = Math.max(0, [...line.slice(0, hit)].length - before)
  const piece = characters.slice(start, start + length).join('')
  return `${start > 0 ? '…' : ''}${piece}${start + length < characters.length ? '…' : ''}`
}

/** Returns approximately the range of `text` that `snippetOf` shows. */
export function snippetRange(text: string, terms: readonly string[]): { from: number; to: number } {
  const from = Math.max(0, (matchRanges(text, terms)[0]?.[0] ?? 0) - before)
  return { from, to: Math.max(from + 1, Math.min(text.length, from + length)) }
}
