import type { Locator } from '../locator'

/** A paragraph (any block with an id) and its range in the chapter's text; `start` equals `end` if it is empty. */
export interface TextParagraph {
  pid: string
  start: number
  end: number
}

/** The texts of a chapter's non-empty paragraphs, joined by line breaks. */
export interface ChapterText<P extends TextParagraph = TextParagraph> {
  text: string
  paragraphs: readonly P[]
  byPid: ReadonlyMap<string, P>
}

export type Position = Pick<Locator, 'pid' | 'start' | 'endPid' | 'end'>

/** `unsure`: the text changed so much, or occurs so often, that it may be another passage. */
export type AnchorState = 'sure' | 'unsure'

export interface Anchored {
  start: number
  end: number
  state: AnchorState
}

/** Share of the stored context that must surround a passage to identify it. */
const enoughContext = 0.5
/** Minimum length of a distinctive quote; a shorter one may occur elsewhere by chance. */
const distinctive = 6
/** Shortest quote for which an edited passage is searched: in its own block, and in other blocks. */
const shortest = { own: 4, other: distinctive }
/** Maximum share of a quote that may have changed: in its own block, and in other blocks. */
const maxEdits = { own: 0.5, other: 0.35 }
/** Share of the quote's bigrams that a block must contain to be searched for an edited passage. */
const minSimilarity = { own: 0.3, other: 0.55 }
/** Share of a quote that must be unchanged for an edited passage to count as the same. */
const sameQuote = 0.8
/** Minimum difference in rank between two occurrences for the first one to be `sure`. */
const clearLead = 0.15
const maxOccurrences = 1000

/** Builds the text of a chapter from its blocks in order. */
export function chapterText(blocks: readonly { pid: string; text: string }[]): ChapterText {
  let at = 0
  const paragraphs = blocks.map(({ pid, text }) => {
    const paragraph = { pid, start: at, end: at + text.length }
    if (text !== '') at += text.length + 1
    return paragraph
  })
  const text = blocks.flatMap((block) => (block.text === '' ? [] : [block.text])).join('\n')
  return { text, paragraphs, byPid: new Map(paragraphs.map((paragraph) => [paragraph.pid, paragraph])) }
}

/**
 * Finds the passage of a locator in a text that may have changed: at its stored position, else by quote and context,
 * else the most similar passage. `hint` is the position found last time. The passage is still compared with the
 * locator's original quote and context, so that errors do not add up over several edits. Returns null if the passage
 * was deleted.
 */
export function anchorLocator(chapter: ChapterText, locator: Locator, hint: Position = locator): Anchored | null {
  const at = offsetOf(chapter, hint)
  if (locator.exact === '') return anchorPoint(chapter, locator, hint, at)
  const { exact } = locator
  if (at !== undefined && chapter.text.startsWith(exact, at) && contextAt(chapter.text, locator, at) >= enoughContext)
    return { start: at, end: at + exact.length, state: 'sure' }
  return anchorQuote(chapter, locator, hint, at) ?? anchorSimilar(chapter, locator, hint)
}

/** Converts offsets of the chapter's text into a position relative to its blocks. */
export function positionAt({ paragraphs }: ChapterText, start: number, end: number): Position {
  const first = paragraphAt(paragraphs, start)
  const last = end > start ? paragraphAt(paragraphs, end - 1) : first
  return {
    pid: first.pid,
    start: start - first.start,
    ...(last !== first && { endPid: last.pid }),
    end: Math.min(end, last.end) - last.start,
  }
}

/** Finds the block that contains an offset. Skips empty blocks, which have the same start as the next block. */
function paragraphAt(paragraphs: readonly TextParagraph[], offset: number): TextParagraph {
  let low = 0
  for (let high = paragraphs.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2)
    if (paragraphs[middle]!.start <= offset) low = middle
    else high = middle - 1
  }
  while (low > 0 && paragraphs[low]!.start === paragraphs[low]!.end) low--
  return paragraphs[low]!
}

/** Offset of a stored position in the chapter's text; undefined if its block was deleted. */
function offsetOf({ byPid }: ChapterText, { pid, start }: Position): number | undefined {
  const block = byPid.get(pid)
  return block && Math.min(block.start + start, block.end)
}

/** Finds a point, which has no quote, by its context. Without context (an image), returns the start of its block. */
function anchorPoint(
  { text, byPid }: ChapterText,
  locator: Locator,
  hint: Position,
  at: number | undefined,
): Anchored | null {
  const { prefix, suffix } = locator
  const point = (offset: number, state: AnchorState): Anchored => ({ start: offset, end: offset, state })
  const block = byPid.get(hint.pid)
  if (prefix === '' && suffix === '') return block ? point(block.start, 'sure') : null
  if (at !== undefined && contextAt(text, locator, at) === 1) return point(at, 'sure')
  const found = occurrences(text, suffix || prefix)
    .map((offset) => (suffix ? offset : offset + prefix.length))
    .map((offset) => ({ offset, context: contextAt(text, locator, offset) }))
    .sort((a, b) => b.context - a.context || Math.abs(a.offset - (at ?? 0)) - Math.abs(b.offset - (at ?? 0)))
  const [best, second] = found
  if (best && best.context >= enoughContext)
    return point(best.offset, !second || second.context < best.context ? 'sure' : 'unsure')
  return at === undefined ? null : point(at, 'unsure')
}

/** Ranks all occurrences of the quote by context, block and distance. */
function anchorQuote({ text, byPid }: ChapterText, locator: Locator, hint: Position, at = 0): Anchored | null {
  const { exact } = locator
  const hintedBlock = byPid.get(hint.pid)
  const [best, second] = occurrences(text, exact)
    .map((offset) => {
      const inside = hintedBlock !== undefined && offset >= hintedBlock.start && offset < hintedBlock.end
      const near = 1 / (1 + Math.abs(offset - at) / 200)
      return { offset, rank: contextAt(text, locator, offset) * 2 + (inside ? 1 : 0) + near * 0.1 }
    })
    .sort((a, b) => b.rank - a.rank)
  if (!best) return null
  const isClear = !second || best.rank - second.rank > clearLead
  const isIdentified = exact.length >= distinctive || best.rank > 1
  return { start: best.offset, end: best.offset + exact.length, state: isClear && isIdentified ? 'sure' : 'unsure' }
}

/** Finds the passage with the fewest edits to the quote: in its own block, else in the block with most bigrams. */
function anchorSimilar(chapter: ChapterText, locator: Locator, hint: Position): Anchored | null {
  const { exact } = locator
  const bigrams = bigramsOf(exact)
  const blocks = chapter.paragraphs.filter(({ start, end }) => end > start)
  const rows = exact.split('\n').length
  const regionAt = (i: number) => ({ from: blocks[i]!.start, to: blocks[Math.min(blocks.length, i + rows) - 1]!.end })
  const similarity = (i: number) => {
    const { from, to } = regionAt(i)
    return sharedBigrams(bigrams, chapter.text.slice(from, to))
  }
  const hintedIndex = blocks.findIndex(({ pid }) => pid === hint.pid)
  if (hintedIndex >= 0 && exact.length >= shortest.own && similarity(hintedIndex) >= minSimilarity.own) {
    const found = closestIn(chapter.text, regionAt(hintedIndex), exact, maxEdits.own)
    if (found) return { ...found.range, state: found.unchanged >= sameQuote ? 'sure' : 'unsure' }
  }
  if (exact.length < shortest.other) return null
  let best = { block: -1, shared: minSimilarity.other }
  for (let i = 0; i < blocks.length; i++) {
    const shared = i === hintedIndex ? 0 : similarity(i)
    if (shared > best.shared) best = { block: i, shared }
  }
  const found = best.block >= 0 && closestIn(chapter.text, regionAt(best.block), exact, maxEdits.other)
  if (!found) return null
  const { start, end } = found.range
  const isSame = found.unchanged >= sameQuote && contextAt(chapter.text, locator, start, end) >= enoughContext
  return { start, end, state: isSame ? 'sure' : 'unsure' }
}

function closestIn(text: string, { from, to }: { from: number; to: number }, exact: string, limit: number) {
  const found = closestMatch(text.slice(from, to), exact)
  if (found.edits > exact.length * limit) return undefined
  return { range: wholeCharacters(text, from + found.from, from + found.to), unchanged: 1 - found.edits / exact.length }
}

function occurrences(text: string, needle: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(needle); at >= 0 && found.length < maxOccurrences; at = text.indexOf(needle, at + 1))
    found.push(at)
  return found
}

/** Share of the stored context that surrounds a passage, from 0 to 1; 1 if none was stored. */
function contextAt(
  text: string,
  { exact, prefix, suffix }: Locator,
  start: number,
  end = start + exact.length,
): number {
  const all = prefix.length + suffix.length
  if (all === 0) return 1
  let before = 0
  while (before < prefix.length && text[start - 1 - before] === prefix[prefix.length - 1 - before]) before++
  let after = 0
  while (after < suffix.length && text[end + after] === suffix[after]) after++
  return (before + after) / all
}

function bigramsOf(text: string): Set<string> {
  const bigrams = new Set<string>()
  for (let i = 0; i + 1 < text.length; i++) bigrams.add(text.slice(i, i + 2))
  return bigrams
}

function sharedBigrams(bigrams: Set<string>, text: string): number {
  const others = bigramsOf(text)
  let shared = 0
  for (const bigram of bigrams) if (others.has(bigram)) shared++
  return bigrams.size === 0 ? 0 : shared / bigrams.size
}

/**
 * Finds the passage with the fewest edits to a pattern. Sellers' algorithm finds the end of the passage; run backwards,
 * it finds the start.
 */
export function closestMatch(text: string, pattern: string): { from: number; to: number; edits: number } {
  const { at: to, edits } = bestEnd(text, pattern, true)
  const { at: length } = bestEnd(reverse(text.slice(0, to)), reverse(pattern), false)
  return { from: to - length, to, edits }
}

const reverse = (text: string) => text.split('').reverse().join('')

/** Returns the end of the best match. If `free`, the match may start anywhere, otherwise only at the beginning. */
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

/** Widens a range that begins or ends inside a surrogate pair to include the whole pair. */
function wholeCharacters(text: string, from: number, to: number): { start: number; end: number } {
  const inside = (at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
  return { start: inside(from) ? from - 1 : from, end: inside(to) ? to + 1 : to }
}
