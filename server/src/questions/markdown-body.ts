import { trimAuthorText } from './author-text'
import { outsideFences } from './fences'

/** Functions that split the lines of a question's Markdown body. */

const isBlank = (line: string) => line.trim() === ''

/** Removes the blockquote from the end of the body. Returns it without its markers. */
export function takeQuote(lines: string[]): { rest: string[]; quote: string } {
  let end = lines.length
  while (end > 0 && isBlank(lines[end - 1]!)) end--
  let start = end
  while (start > 0 && /^>/.test(lines[start - 1]!)) start--
  const quote = lines.slice(start, end).map((line) => line.replace(/^> ?/, ''))
  return { rest: lines.slice(0, start), quote: trimAuthorText(quote.join('\n')) }
}

/** Extracts the list at the end of the body; indented lines belong to the item above. The text before is the stem. */
export function takeItems(lines: string[], opening: RegExp): { stem: string; items: { mark: string; text: string }[] } {
  const free = new Set([...outsideFences(lines)].map(({ index }) => index))
  const starts = lines.flatMap((line, i) => (free.has(i) && opening.test(line) ? [i] : []))
  // Only the last list counts: an earlier list belongs to the stem.
  let first = starts.length - 1
  while (first > 0 && lines.slice(starts[first - 1]! + 1, starts[first]).every(isInside)) first--
  const from = starts.slice(Math.max(first, 0))
  const items = from.map((start, i) => {
    const [head = '', ...more] = lines.slice(start, from[i + 1] ?? lines.length)
    const [mark = '', ...groups] = opening.exec(head) ?? []
    const text = [head.slice(mark.length), ...more.map((line) => line.replace(/^ {1,3}/, ''))].join('\n')
    return { mark: groups.find((group) => group !== undefined) ?? '', text: trimAuthorText(text).trimStart() }
  })
  return { stem: trimAuthorText(lines.slice(0, from[0] ?? lines.length).join('\n')), items }
}

const isInside = (line: string) => isBlank(line) || /^ {2,}/.test(line)

/** Writes a list item. Its further lines are indented, so that they stay part of the item. */
export const listItem = (mark: string, text: string) => mark + text.replace(/\n(?=.)/g, '\n  ')
