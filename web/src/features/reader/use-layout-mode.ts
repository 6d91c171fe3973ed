import { useMemo, useState } from 'react'
import type { TextKind } from './kinds'
import { type Flow, storedFlow, storeFlow, tooLongForPages } from './theme'

/** Columns cannot hold vertical lines: browsers would put them below each other. */
const isVertical = (html: string) => html.startsWith('<div data-writing="vertical">')

/** Pages or scrolling, as the user prefers; vertical text and a chapter too long for pages are always scrolled. */
export function useLayoutMode(kind: TextKind, html: string) {
  const [preferred, setPreferred] = useState<Flow>(() => storedFlow(kind))
  const long = useMemo(() => tooLongForPages(html) || isVertical(html), [html])

  function change(next: Flow) {
    storeFlow(kind, next)
    setPreferred(next)
  }

  return { flow: long ? 'scroll' : preferred, change: long ? null : change } as const
}
