import { useMemo, useState } from 'react'
import type { TextKind } from './kinds'
import { type LayoutMode, storedLayoutMode, storeLayoutMode, tooLongForPages } from './theme'

/** Columns cannot hold vertical lines: browsers would put them below each other. */
const isVertical = (html: string) => html.startsWith('<div data-writing="vertical">')

/** Pages or scrolling, as the user prefers; vertical text and a chapter too long for pages are always scrolled. */
export function useLayoutMode(kind: TextKind, html: string) {
  const [preferred, setPreferred] = useState<LayoutMode>(() => storedLayoutMode(kind))
  const long = useMemo(() => tooLongForPages(html) || isVertical(html), [html])

  function change(next: LayoutMode) {
    storeLayoutMode(kind, next)
    setPreferred(next)
  }

  return { layoutMode: long ? 'scroll' : preferred, change: long ? null : change } as const
}
