import type { Locator } from '@dxx/contract/locator'
import search from 'approx-string-match'
import { positionOf } from './locator'
import type { TextIndex } from './text-index'

export interface Anchored {
  start: number
  end: number
  /** False where the text was changed so much, or stands so often, that it may be another place. */
  sure: boolean
}

/** How much of a quote may differ, as a part of its length: more in the paragraph it comes from. */
const tolerance = { home: 0.5, elsewhere: 0.3 }
/** Shorter quotes are like too many other words. */
const shortest = 6
/** Longer quotes are found by their ends. */
const wide = 160

/** Finds a place again: where it was, else by its words and their surroundings, else by words that are nearly the same. */
export function anchor(index: TextIndex, locator: Locator): Anchored | null {
  const { text } = index
  const { exact } = locator
  if (exact === '') return emptyPlace(index, locator)
  const start = positionOf(index, locator)?.start ?? -1
  const stands = start >= 0 && text.startsWith(exact, start)
  const around = surroundings(text, locator)
  if (stands && around(start, start + exact.length) >= 0.5) return { start, end: start + exact.length, sure: true }
  return equalWords(index, locator, around) ?? nearlyEqual(index, locator, around)
}

/** A place without words (a picture) is its paragraph. */
function emptyPlace({ byPid }: TextIndex, { pid }: Locator): Anchored | null {
  const paragraph = byPid.get(pid)
  return paragraph ? { start: paragraph.start, end: paragraph.start, sure: true } : null
}

/** How well what stands around these characters agrees with what stood there: 0 to 1. */
function surroundings(text: string, { prefix, suffix }: Locator): (start: number, end: number) => number {
  const whole = prefix.length + suffix.length
  return (start, end) => {
    if (whole === 0) return 1
    let same = 0
    while (same < prefix.length && text[start - 1 - same] === prefix[prefix.length - 1 - same]) same++
    let after = 0
    while (after < suffix.length && text[end + after] === suffix[after]) after++
    return (same + after) / whole
  }
}

type Around = ReturnType<typeof surroundings>

function equalWords({ text, byPid }: TextIndex, locator: Locator, around: Around): Anchored | null {
  const { exact, pid } = locator
  const home = byPid.get(pid)
  const start = home ? home.start + locator.start : 0
  const places: { at: number; worth: number }[] = []
  for (let at = text.indexOf(exact); at >= 0 && places.length < 500; at = text.indexOf(exact, at + 1)) {
    const inside = home && at >= home.start && at < home.end
    const near = 1 / (1 + Math.abs(at - start) / 200)
    places.push({ at, worth: around(at, at + exact.length) * 2 + (inside ? 1 : 0) + near * 0.1 })
  }
  places.sort((a, b) => b.worth - a.worth)
  const [best, second] = places
  if (!best) return null
  const clear = !second || best.worth - second.worth > 0.15
  const told = exact.length >= shortest || best.worth > 1
  return { start: best.at, end: best.at + exact.length, sure: clear && told }
}

function nearlyEqual(index: TextIndex, locator: Locator, around: Around): Anchored | null {
  const { text, byPid } = index
  const { exact, pid } = locator
  if (exact.length < shortest) return null
  const home = byPid.get(pid)
  const inside = home && find(text.slice(home.start, home.end), exact, home.start, tolerance.home)
  // Its own paragraph first: an edited sentence is likelier there than elsewhere in the chapter.
  const found = inside ?? find(text, exact, 0, tolerance.elsewhere)
  if (!found) return null
  const kept = 1 - found.errors / exact.length
  const { start, end } = found
  return { start, end, sure: kept >= 0.8 && (inside !== undefined || around(start, end) >= 0.5) }
}

interface Found {
  start: number
  end: number
  errors: number
}

function find(text: string, exact: string, offset: number, most: number): Found | undefined {
  if (exact.length <= wide) return closest(text, exact, offset, most)
  const head = closest(text, exact.slice(0, wide / 2), offset, most)
  const tail = closest(text, exact.slice(-wide / 2), offset, most)
  if (!head || !tail || tail.end <= head.start || tail.end - head.start > exact.length * 2) return undefined
  return { start: head.start, end: tail.end, errors: head.errors + tail.errors }
}

function closest(text: string, words: string, offset: number, most: number): Found | undefined {
  const [best] = search(text, words, Math.floor(words.length * most)).sort((a, b) => a.errors - b.errors)
  return best && { start: best.start + offset, end: best.end + offset, errors: best.errors }
}
