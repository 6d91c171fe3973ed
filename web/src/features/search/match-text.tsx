import { Fragment } from 'react'

type Range = readonly [start: number, length: number]

/** Splits a text at its match ranges. Invalid ones are skipped, overlapping or out-of-range ones are clipped. */
export function cutAtMarks(text: string, marks: readonly Range[]): { text: string; marked: boolean }[] {
  const parts: { text: string; marked: boolean }[] = []
  let at = 0
  for (const [start, length] of [...marks].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, start)
    const to = Math.min(text.length, start + length)
    if (to <= from) continue
    if (from > at) parts.push({ text: text.slice(at, from), marked: false })
    parts.push({ text: text.slice(from, to), marked: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false })
  return parts
}

/** Text with its matches highlighted. */
export function Marked({ text, marks }: { text: string; marks: readonly Range[] }) {
  return cutAtMarks(text, marks).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move among themselves
      <mark key={index} className="bg-transparent font-semibold text-primary">
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
}
