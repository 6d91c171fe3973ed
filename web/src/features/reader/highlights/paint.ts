import type { HighlightStyle } from '@dxx/contract/calls/reading'

type Paint = Exclude<HighlightStyle, 'bookmark'> | 'thought' | 'found' | 'spoken' | 'here'

export interface Painted {
  paint: Paint
  range: Range
}

/** Whether the browser has the CSS Custom Highlight API; without it, boxes are drawn behind the text. */
export const paintsNatively = typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight === 'function'

/** Highlights text ranges without changing the DOM, so there is no new layout. Returns the undo function. */
export function paintNatively(painted: readonly Painted[]): () => void {
  const byPaint = new Map<Paint, Range[]>()
  for (const { paint, range } of painted) byPaint.set(paint, [...(byPaint.get(paint) ?? []), range])
  const made = [...byPaint].map(([paint, ranges]) => {
    const highlight = new Highlight(...ranges)
    // Jump targets, spoken sentences and search matches are drawn over highlights.
    highlight.priority = ['found', 'spoken', 'here'].indexOf(paint) + 1
    CSS.highlights.set(`reader-${paint}`, highlight)
    return [`reader-${paint}`, highlight] as const
  })
  return () => {
    for (const [name, highlight] of made) if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name)
  }
}

/** Returns the item at a point of the window. */
export function hitAt<T extends { range: Range }>(painted: readonly T[], x: number, y: number): T | undefined {
  return painted.findLast(({ range }) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    ),
  )
}
