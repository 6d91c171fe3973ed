import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from '../../../ui/use-media'
import { indexText, type TextIndex } from '../text/text-index'
import type { LayoutMode } from '../theme'
import { followScrolling, type ScrollAnchor, shapeOf } from './follow-scrolling'
import { Viewport } from './viewport'

export interface Seen {
  /** Offset of the first visible character. */
  offset: number
  /** End of the visible range, exclusive. */
  until: number
  /** Percentage of the chapter that has been seen. */
  percent: number
  page: number
  pages: number
}

export interface LayoutOptions {
  /** HTML of the text; a different value means another chapter or revision. */
  html: string
  layoutMode: LayoutMode
  /** Font, spacing and columns; the text is laid out again when the value changes. */
  typography: string
  /** Changes the text before it is indexed, without changing its characters. */
  prepare(body: HTMLElement): void
  rtl: boolean
  vertical: boolean
  /** Returns the start position once the text is indexed. */
  start(index: TextIndex): number | 'end'
  onSeen(seen: Seen, view: Viewport): void
}

export interface Layout {
  scroller: RefObject<HTMLDivElement | null>
  columns: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  view: Viewport | null
  /** Number of pages; 0 in scroll mode. */
  pages: number
  /** Shows a character, or the end of the chapter. */
  show(place: number | 'end'): void
  /** Turns a page. Returns false at the beginning and at the end of the chapter. */
  turn(step: 1 | -1): boolean
  /** Shows the same passage again, after an image or a panel in the text has changed its size. */
  settle(): void
}

/**
 * Lays out a chapter and keeps the same sentence visible when font size, window, layout mode or pictures change. Only
 * the user's own scrolling changes that sentence.
 */
export function useLayout(options: LayoutOptions): Layout {
  const { html, layoutMode, typography, prepare, rtl, vertical, start, onSeen } = options
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Viewport | null>(null)
  const [pages, setPages] = useState(0)
  const anchor = useRef<ScrollAnchor>({ place: 0, lead: undefined, ours: 0, shape: '', moving: false })
  const indexed = useRef<{ html: string; index: TextIndex } | null>(null)
  const reported = useRef<{ seen: string; view: Viewport } | null>(null)

  const report = useEffectEvent((current: Viewport) => {
    const seen = {
      offset: current.firstSeen(),
      until: current.seenUntil(),
      percent: current.percent(),
      page: current.page(),
      pages: current.pages(),
    }
    // Reports each value once, because listeners store it and render.
    const text = JSON.stringify(seen)
    if (reported.current?.view === current && reported.current.seen === text) return
    reported.current = { seen: text, view: current }
    onSeen(seen, current)
  })

  const settle = useEffectEvent((current: Viewport | null = view) => {
    const box = scroller.current
    if (!current || !box?.clientWidth) return
    if (current.layoutMode === 'pages') setPages(current.pages())
    if (anchor.current.moving) return
    if (anchor.current.place === 'end') current.showEnd()
    else current.show(anchor.current.place, anchor.current.lead)
    anchor.current.ours = current.position
    anchor.current.shape = shapeOf(box)
    report(current)
  })

  const begin = useEffectEvent((index: TextIndex) => start(index))

  // biome-ignore lint/correctness/useExhaustiveDependencies: lays out again for each of these
  useLayoutEffect(() => {
    if (!body.current || !scroller.current || !columns.current || !html) return
    if (indexed.current?.html !== html) {
      prepare(body.current)
      const index = indexText(body.current)
      indexed.current = { html, index }
      anchor.current.place = begin(index)
      anchor.current.lead = undefined
    }
    // From here on the layout moves the text, not the user.
    anchor.current.moving = false
    const next = new Viewport(indexed.current.index, scroller.current, columns.current, layoutMode, rtl, vertical)
    setView(next)
    settle(next)
    // Corrects the position in three more frames: content near the window is measured late and then moves the text
    // below it.
    let frames = 3
    let frame = requestAnimationFrame(function again() {
      settle(next)
      if (--frames > 0) frame = requestAnimationFrame(again)
    })
    return () => cancelAnimationFrame(frame)
  }, [html, layoutMode, typography, rtl, vertical])

  useEffect(() => (view ? followScrolling(view, anchor.current, settle, report) : undefined), [view])

  return {
    scroller,
    columns,
    body,
    view,
    pages: layoutMode === 'pages' ? pages : 0,
    show: (place) => {
      anchor.current.moving = false
      anchor.current.place = place
      anchor.current.lead = undefined
      settle()
      // Content revealed by the first jump may have a different height than estimated.
      settle()
    },
    turn: (step) => {
      const turned = view?.turn(step, scrollBehavior()) ?? false
      if (turned) anchor.current.moving = true
      return turned
    },
    settle: () => settle(),
  }
}
