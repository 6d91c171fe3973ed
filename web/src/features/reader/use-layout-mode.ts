import { useMemo, useState } from 'react'
import type { TextKind } from './kinds'
import { type LayoutMode, storedLayoutMode, storeLayoutMode, tooLongForPages } from './theme'

/** Whether lines are vertical. Such text cannot be paged: browsers would put the columns below each other. */
const isVertical = (html: string) => html.startsWith('<div data-writing="vertical">')

/** Layout mode chosen by the user; vertical text and chapters too long for pages are always scrolled. */
export function useLayoutMode(kind: TextKind, html: string) {
  const [preferred, setPreferred] = useState<LayoutMode>(() => storedLayoutMode(kind))
  const long = useMemo(() => tooLongForPages(html) || isVertical(html), [html])

  function change(next: LayoutMode) {
    storeLayoutMode(kind, next)
    setPreferred(next)
  }

  return { layoutMode: long ? 'scroll' : preferred, change: long ? null : change } as const
}
