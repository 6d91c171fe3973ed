import { normalise } from '../../importer/text'
import { plainFormulas } from './plain-formulas'

export type Marks = [start: number, length: number][]

/** A text as it is compared, and for each of its characters where it came from. */
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

/** Where the terms stand in a text, in order and without overlap. Terms are normalised. */
export function marksOf(text: string, terms: readonly string[]): Marks {
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

/** `sjjg` and `shujujiegou` -> how many letters each character is spelled with. */
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
 * What of a title was typed as pinyin. `initials` begins with the title's first letters and its full spelling, as the
 * importer wrote them: signs have no sound, letters and digits stand for themselves.
 */
export function pinyinMarks(title: string, [first = '', full = '']: readonly string[], typed: string): Marks {
  const sounds = [...title.matchAll(/[\p{Script=Han}a-z0-9]/giu)]
  if (sounds.length !== first.length) return []
  // The number before a chapter's title need not be typed.
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

/** A piece of the text around the first hit, on one line. */
export function snippetOf(text: string, terms: readonly string[]): string {
  const line = plainFormulas(text).replace(/\s+/g, ' ').trim()
  const hit = marksOf(line, terms)[0]?.[0] ?? 0
  const characters = [...line]
  const start = Math.max(0, [...line.slice(0, hit)].length - before)
  const piece = characters.slice(start, start + length).join('')
  return `${start > 0 ? '…' : ''}${piece}${start + length < characters.length ? '…' : ''}`
}
