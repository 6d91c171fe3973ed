import type { Locator } from '@dxx/contract/locator'
import { paragraphAt, type TextIndex } from './text-index'

/** Characters of context before and after a quote, to distinguish repeated text. */
const context = 32
/** Maximum length of a quote in the contract. */
const longest = 2000
const sentenceEnd = /[。！？!?；;…\n]|\.\s/g

/** Returns a locator for a character range, valid across layouts, devices and edits of the text. */
export function createLocator(index: TextIndex, start: number, end: number): Locator {
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

/** Returns the character range of a locator; null if its blocks were deleted or are too short. */
export function locatorRange({ byPid }: TextIndex, locator: Locator): { start: number; end: number } | null {
  const first = byPid.get(locator.pid)
  const final = locator.endPid ? byPid.get(locator.endPid) : first
  if (!first || !final) return null
  const start = first.start + locator.start
  const end = final.start + locator.end
  return start <= first.end && end <= final.end && end >= start ? { start, end } : null
}

/** Removes halves of surrogate pairs. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')

/** Returns the sentence that contains a character. */
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
