import type { Locator } from '@dxx/contract/locator'
import { paragraphAt, type TextIndex } from './text-index'

/** How much stands before and after a quote, to tell it from its like. */
const context = 32
/** What the contract allows to be quoted. */
const longest = 2000
const sentenceEnd = /[。！？!?；;…\n]|\.\s/g

/** These characters of the chapter, in a way that finds them again in another size, on another device, after edits. */
export function describe(index: TextIndex, start: number, end: number): Locator {
  const { text } = index
  const last = Math.min(end, start + longest)
  const first = paragraphAt(index, start)
  const final = last > start ? paragraphAt(index, last - 1) : first
  return {
    pid: first?.pid ?? '',
    start: start - (first?.start ?? 0),
    ...(final && final !== first && { endPid: final.pid }),
    end: last - (final?.start ?? 0),
    exact: whole(text.slice(start, last)),
    prefix: whole(text.slice(Math.max(0, start - context), start)),
    suffix: whole(text.slice(last, last + context)),
  }
}

/** Where a locator says it is, as characters of the chapter; null when its blocks are gone or shorter than that. */
export function positionOf({ byPid }: TextIndex, locator: Locator): { start: number; end: number } | null {
  const first = byPid.get(locator.pid)
  const final = locator.endPid ? byPid.get(locator.endPid) : first
  if (!first || !final) return null
  const start = first.start + locator.start
  const end = final.start + locator.end
  return start <= first.end && end <= final.end && end >= start ? { start, end } : null
}

/** Half of a character that takes two is no text. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')

/** The sentence that a character belongs to. */
export function sentenceAt({ text }: TextIndex, offset: number): { start: number; end: number } {
  let start = 0
  let end = text.length
  const from = Math.max(0, offset - 400)
  for (const { index, 0: mark } of text.slice(from, offset + 400).matchAll(sentenceEnd)) {
    const after = from + index + mark.length
    if (after <= offset) start = after
    else {
      end = mark.startsWith('\n') ? after - 1 : after
      break
    }
  }
  if (start < from) start = from
  end = Math.min(end, start + 200)
  while (start < end && /\s/.test(text[start]!)) start++
  return { start, end: Math.max(end, start) }
}
