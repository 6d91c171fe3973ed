import type { Locator } from '@dxx/contract/locator'

export interface Block {
  pid: string
  text: string
}

export type Place = Pick<Locator, 'pid' | 'start' | 'endPid' | 'end'>
export type State = 'sure' | 'unsure' | 'lost'

export interface Anchored {
  place: Place
  state: State
}

/** Words this long do not stand somewhere by chance. */
const telling = 8
/** How much of the context must be there to tell one place from another. */
const contextual = 0.5
/** How much of a quote may have changed. */
const mostEdits = 0.4
/** How many of a quote's pairs of characters a block must hold to be looked at: few where it is the block itself. */
const alike = { same: 0.3, other: 0.55 }

/** A chapter's blocks as one text. */
class Text {
  readonly all: string
  private readonly starts: number[] = []
  private readonly byPid = new Map<string, number>()

  constructor(readonly blocks: readonly Block[]) {
    let at = 0
    blocks.forEach(({ pid, text }, i) => {
      this.starts.push(at)
      this.byPid.set(pid, i)
      at += text.length + 1
    })
    this.all = blocks.map(({ text }) => text).join('\n')
  }

  blockOf(pid: string): number | undefined {
    return this.byPid.get(pid)
  }

  startOf(block: number): number {
    return this.starts[block]!
  }

  /** Where an old place would be now, if nothing had changed before it. */
  offsetOf({ pid, start }: Place): number | undefined {
    const block = this.blockOf(pid)
    return block === undefined ? undefined : this.starts[block]! + Math.min(start, this.blocks[block]!.text.length)
  }

  blockAt(offset: number): number {
    let low = 0
    for (let high = this.starts.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2)
      if (this.starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  placeOf(from: number, to: number): Place {
    const first = this.blockAt(from)
    const last = to > from ? this.blockAt(to - 1) : first
    return {
      pid: this.blocks[first]!.pid,
      start: from - this.starts[first]!,
      ...(last !== first && { endPid: this.blocks[last]!.pid }),
      end: Math.min(to - this.starts[last]!, this.blocks[last]!.text.length),
    }
  }
}

/**
 * Finds a place again in a text that may have changed. `hint` is where it was seen last. What the user marked (quote and
 * context) stays the measure, however often the text changes, so that small errors do not add up.
 */
export function anchor(blocks: readonly Block[], locator: Locator, hint: Place = locator): Anchored {
  const lost: Anchored = { place: placeFrom(hint), state: 'lost' }
  if (blocks.length === 0) return lost
  const text = new Text(blocks)
  if (locator.exact === '') return anchorPoint(text, locator, hint) ?? lost
  const at = text.offsetOf(hint)
  if (at !== undefined && text.all.startsWith(locator.exact, at)) {
    const place = text.placeOf(at, at + locator.exact.length)
    if (place.pid === hint.pid) return { place, state: 'sure' }
  }
  return byQuote(text, locator, at) ?? byLikeness(text, locator, hint) ?? lost
}

const placeFrom = ({ pid, start, endPid, end }: Place): Place => ({ pid, start, ...(endPid && { endPid }), end })

/** A point has no words of its own: those around it tell where it is. */
function anchorPoint(text: Text, { prefix, suffix }: Locator, hint: Place): Anchored | null {
  const at = text.offsetOf(hint)
  const around = (offset: number) => contextAt(text.all, offset, offset, { prefix, suffix })
  if (at !== undefined && around(at) === 1) return { place: text.placeOf(at, at), state: 'sure' }
  const needle = suffix || prefix
  const found = needle === '' ? [] : occurrences(text.all, needle).map((i) => (suffix ? i : i + prefix.length))
  const [best, second] = ranked(found, around, at)
  if (best && best.context >= contextual) {
    const state = !second || second.context < best.context ? 'sure' : 'unsure'
    return { place: text.placeOf(best.offset, best.offset), state }
  }
  return at === undefined ? null : { place: text.placeOf(at, at), state: 'unsure' }
}

function byQuote(text: Text, { exact, prefix, suffix, pid }: Locator, at: number | undefined): Anchored | null {
  const context = (offset: number) => contextAt(text.all, offset, offset + exact.length, { prefix, suffix })
  const [best, second] = ranked(occurrences(text.all, exact), context, at)
  if (!best) return null
  const place = text.placeOf(best.offset, best.offset + exact.length)
  const alone = !second && (exact.length >= telling || place.pid === pid)
  const told = best.context >= contextual && best.context > (second?.context ?? 0)
  return { place, state: alone || told ? 'sure' : 'unsure' }
}

interface Candidate {
  offset: number
  context: number
}

/** The best context first, then the nearest to where it was. */
function ranked(offsets: number[], context: (offset: number) => number, at = 0): Candidate[] {
  return offsets
    .map((offset) => ({ offset, context: context(offset) }))
    .sort((a, b) => b.context - a.context || Math.abs(a.offset - at) - Math.abs(b.offset - at))
}

const mostOccurrences = 1000

function occurrences(text: string, needle: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(needle); at >= 0 && found.length < mostOccurrences; at = text.indexOf(needle, at + 1))
    found.push(at)
  return found
}

/** How much of the remembered context stands around a place, from 0 to 1. */
function contextAt(text: string, from: number, to: number, { prefix, suffix }: { prefix: string; suffix: string }) {
  const all = prefix.length + suffix.length
  if (all === 0) return from === to ? 1 : 0
  let same = 0
  while (same < prefix.length && text[from - 1 - same] === prefix[prefix.length - 1 - same]) same++
  let after = 0
  while (after < suffix.length && text[to + after] === suffix[after]) after++
  return (same + after) / all
}

/** Looks for the quote with edits, in the blocks that have most in common with it. */
function byLikeness(text: Text, { exact }: Locator, hint: Place): Anchored | null {
  const pairs = pairsOf(exact)
  if (pairs.size === 0) return null
  const rows = exact.split('\n').length
  const own = text.blockOf(hint.pid)
  let best: { from: number; to: number; share: number } | null = null
  for (let block = 0; block < text.blocks.length; block++) {
    const to = Math.min(text.blocks.length, block + rows)
    const region = text.blocks.slice(block, to).map((one) => one.text)
    const share = shareOf(pairs, region.join('\n')) + (block === own ? 1 : 0)
    if (share >= (block === own ? 1 + alike.same : alike.other) && share > (best?.share ?? 0)) {
      const from = text.startOf(block)
      best = { from, to: from + region.join('\n').length, share }
    }
  }
  if (!best) return null
  const found = nearest(text.all.slice(best.from, best.to), exact)
  if (found.edits > exact.length * mostEdits) return null
  const whole = wholeCharacters(text.all, best.from + found.from, best.from + found.to)
  return { place: text.placeOf(...whole), state: 'unsure' }
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>()
  for (let i = 0; i + 1 < text.length; i++) pairs.add(text.slice(i, i + 2))
  return pairs
}

function shareOf(pairs: Set<string>, text: string): number {
  const there = pairsOf(text)
  let both = 0
  for (const pair of pairs) if (there.has(pair)) both++
  return both / pairs.size
}

/** The piece of a text with the fewest edits to a pattern: Sellers' algorithm, forwards for the end, backwards for the start. */
export function nearest(text: string, pattern: string): { from: number; to: number; edits: number } {
  const { at: to, edits } = bestEnd(text, pattern, true)
  const { at: length } = bestEnd(reverse(text.slice(0, to)), reverse(pattern), false)
  return { from: to - length, to, edits }
}

const reverse = (text: string) => text.split('').reverse().join('')

/** Where a match ends that starts anywhere (`free`), or at the beginning. */
function bestEnd(text: string, pattern: string, free: boolean): { at: number; edits: number } {
  let column = Uint32Array.from({ length: pattern.length + 1 }, (_, i) => i)
  let next = new Uint32Array(pattern.length + 1)
  let best = { at: 0, edits: pattern.length }
  for (let i = 1; i <= text.length; i++) {
    next[0] = free ? 0 : i
    const unit = text.charCodeAt(i - 1)
    for (let j = 1; j <= pattern.length; j++) {
      const replaced = column[j - 1]! + (pattern.charCodeAt(j - 1) === unit ? 0 : 1)
      next[j] = Math.min(replaced, column[j]! + 1, next[j - 1]! + 1)
    }
    ;[column, next] = [next, column]
    if (column[pattern.length]! < best.edits) best = { at: i, edits: column[pattern.length]! }
  }
  return best
}

function wholeCharacters(text: string, from: number, to: number): [number, number] {
  const inside = (at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
  return [inside(from) ? from - 1 : from, inside(to) ? to + 1 : to]
}
