import type { Mark } from '@dxx/contract/calls/reading'

export type Paint = Exclude<Mark, 'bookmark'> | 'found' | 'here'

export interface Painted {
  paint: Paint
  range: Range
}

/** Older browsers have no highlights of their own; boxes are drawn behind the text instead (mark-boxes.tsx). */
export const paintsNatively = typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight === 'function'

/** Colours stretches of text without touching it, so that nothing is laid out anew. Answers how to undo it. */
export function paintNatively(painted: readonly Painted[]): () => void {
  const byPaint = new Map<Paint, Range[]>()
  for (const { paint, range } of painted) byPaint.set(paint, [...(byPaint.get(paint) ?? []), range])
  const made = [...byPaint].map(([paint, ranges]) => {
    const highlight = new Highlight(...ranges)
    // Where one jumped to, and what was searched for, lie over what was marked.
    highlight.priority = paint === 'here' ? 2 : paint === 'found' ? 1 : 0
    CSS.highlights.set(`reader-${paint}`, highlight)
    return [`reader-${paint}`, highlight] as const
  })
  return () => {
    for (const [name, highlight] of made) if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name)
  }
}

/** What lies under a point of the window. */
export function hitAt<T extends { range: Range }>(painted: readonly T[], x: number, y: number): T | undefined {
  return painted.findLast(({ range }) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    ),
  )
}
