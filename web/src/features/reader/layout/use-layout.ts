import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from '../../../ui/use-media'
import type { Flow } from '../look'
import { indexText, type TextIndex } from '../text/text-index'
import { Viewport } from './viewport'

export interface Seen {
  /** The first character on the screen. */
  offset: number
  /** The one after the last. */
  until: number
  /** Of the chapter. */
  percent: number
  page: number
  pages: number
}

export interface LayoutOptions {
  /** The text as it was put into the body; another one is another chapter or revision. */
  html: string
  flow: Flow
  /** Of the letters. */
  px: number
  rtl: boolean
  /** Where to begin, once the text is there. */
  start(index: TextIndex): number | 'end'
  onSeen(seen: Seen, view: Viewport): void
}

export interface Layout {
  scroller: RefObject<HTMLDivElement | null>
  columns: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  view: Viewport | null
  /** How many pages there are; 0 when it is scrolled. */
  pages: number
  show(offset: number): void
  /** False at the end and at the beginning. */
  turn(step: 1 | -1): boolean
  /** Something in the text has become larger or smaller. */
  settle(): void
}

const position = (flow: Flow, box: HTMLElement) => (flow === 'pages' ? box.scrollLeft : box.scrollTop)

/** Scrolling counts as over after this, in milliseconds. */
const rest = 120
/** For how long what moves may be the work of a wheel, finger or key, in milliseconds. */
const handled = 400
const handles = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** While this changes, the browser moves the text by itself: clamped, anchored, or measured only now. */
const shapeOf = (box: HTMLElement) => `${box.clientWidth} ${box.clientHeight} ${box.scrollWidth} ${box.scrollHeight}`

/**
 * Lays a chapter out and keeps the same sentence in sight, whatever changes: the size of letters, of the window, pages
 * or scrolling, pictures that arrive. Only the reader's own moves change which sentence that is.
 */
export function useLayout({ html, flow, px, rtl, start, onSeen }: LayoutOptions): Layout {
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Viewport | null>(null)
  const [pages, setPages] = useState(0)
  const place = useRef<number | 'end'>(0)
  /** How far below the upper edge the line of that place stood when the reader left it there. */
  const lead = useRef<number>(undefined)
  const indexed = useRef<{ html: string; index: TextIndex } | null>(null)
  /** Where we have scrolled to ourselves: that is no move of the reader's. */
  const ours = useRef(0)
  const shape = useRef('')
  /** The reader is just moving: nothing may pull the text back under the finger. */
  const moving = useRef(false)

  const reported = useRef<{ seen: string; view: Viewport } | null>(null)

  const report = useEffectEvent((current: Viewport) => {
    const seen = {
      offset: current.firstSeen(),
      until: current.seenUntil(),
      percent: current.percent(),
      page: current.page(),
      pages: current.pages(),
    }
    // Told once: whoever hears it writes it down and draws anew.
    const text = JSON.stringify(seen)
    if (reported.current?.view === current && reported.current.seen === text) return
    reported.current = { seen: text, view: current }
    onSeen(seen, current)
  })

  const settle = useEffectEvent((current: Viewport | null = view) => {
    const box = scroller.current
    if (!current || !box?.clientWidth) return
    if (current.flow === 'pages') setPages(current.pages())
    if (moving.current) return
    if (place.current === 'end') current.showEnd()
    else current.show(place.current, lead.current)
    ours.current = position(current.flow, box)
    shape.current = shapeOf(box)
    report(current)
  })

  const begin = useEffectEvent((index: TextIndex) => start(index))

  // biome-ignore lint/correctness/useExhaustiveDependencies: laid out anew for each of these
  useLayoutEffect(() => {
    if (!body.current || !scroller.current || !columns.current || !html) return
    if (indexed.current?.html !== html) {
      const index = indexText(body.current)
      indexed.current = { html, index }
      place.current = begin(index)
      lead.current = undefined
    }
    // Another size or flow moves everything: that is no move of the reader's.
    moving.current = false
    const next = new Viewport(indexed.current.index, scroller.current, columns.current, flow, rtl)
    setView(next)
    settle(next)
    // What was outside the window is measured when it comes near, and then moves what stands below it.
    let frames = 3
    let frame = requestAnimationFrame(function again() {
      settle(next)
      if (--frames > 0) frame = requestAnimationFrame(again)
    })
    return () => cancelAnimationFrame(frame)
  }, [html, flow, px, rtl])

  useEffect(() => {
    const box = scroller.current
    if (!box || !view) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let touched = 0
    const handling = () => {
      touched = performance.now()
    }
    const rested = () => {
      moving.current = false
      const now = position(view.flow, box)
      if (Math.abs(now - ours.current) < 2) return
      ours.current = now
      place.current = view.firstSeen()
      lead.current = view.leadOf(place.current)
      shape.current = shapeOf(box)
      report(view)
    }
    const scrolled = ({ target }: Event) => {
      // The last view of what is laid out in another way by now.
      if (target !== box || box.dataset.flow !== view.flow) return
      const byHand = moving.current || performance.now() - touched < handled || shapeOf(box) === shape.current
      if (!byHand) return settle(view)
      if (Math.abs(position(view.flow, box) - ours.current) >= 2) moving.current = true
      clearTimeout(timer)
      timer = setTimeout(rested, rest)
    }
    const arrived = () => settle(view)
    box.addEventListener('scroll', scrolled, { passive: true })
    // Pictures do not bubble their loading, but it can be captured.
    box.addEventListener('load', arrived, { capture: true })
    const observer = new ResizeObserver(() => {
      // Hidden pages have no size, and come back with the one they had.
      if (box.clientWidth && shapeOf(box) !== shape.current) settle(view)
    })
    observer.observe(box)
    if (columns.current) observer.observe(columns.current)
    for (const kind of handles) box.addEventListener(kind, handling, { passive: true })
    return () => {
      clearTimeout(timer)
      moving.current = false
      observer.disconnect()
      for (const kind of handles) box.removeEventListener(kind, handling)
      box.removeEventListener('scroll', scrolled)
      box.removeEventListener('load', arrived, { capture: true })
    }
  }, [view])

  return {
    scroller,
    columns,
    body,
    view,
    pages: flow === 'pages' ? pages : 0,
    show: (offset) => {
      moving.current = false
      place.current = offset
      lead.current = undefined
      settle()
      // What comes into sight by the first jump may turn out to be of another height than was thought.
      settle()
    },
    turn: (step) => {
      const turned = view?.turn(step, scrollBehavior()) ?? false
      if (turned) moving.current = true
      return turned
    },
    settle: () => settle(),
  }
}
