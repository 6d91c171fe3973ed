import { Fragment } from 'react'

type Range = readonly [start: number, length: number]

/** Splits a text at its match ranges. Ranges are clipped to the text and to each other; empty ones are skipped. */
export function cutAtMatches(text: string, ranges: readonly Range[]): { text: string; isMatch: boolean }[] {
  const parts: { text: string; isMatch: boolean }[] = []
  let at = 0
  for (const [start, length] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, start)
    const to = Math.min(text.length, start + length)
    if (to <= from) continue
    if (from > at) parts.push({ text: text.slice(at, from), isMatch: false })
    parts.push({ text: text.slice(from, to), isMatch: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false })
  return parts
}

/** Text with its matches highlighted. */
export function MatchText({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return cutAtMatches(text, ranges).map((part, index) =>
    part.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fragments of a text keep their order
      <mark key={index} className="bg-transparent font-semibold text-primary">
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fragments of a text keep their order
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
}
