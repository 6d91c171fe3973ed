import type { Viewport } from './viewport'

/** Sentence that stays visible when the layout changes. */
export interface ScrollAnchor {
  /** Offset of the first character of the sentence. */
  place: number | 'end'
  /** Distance of the sentence's line from the upper edge when the user stopped scrolling. */
  lead: number | undefined
  /** Last known scroll position, to detect the user's scrolling. */
  ours: number
  /** Size of the box and the text after the last layout, see `shapeOf`. */
  shape: string
  /** Whether the user is scrolling; the text must not be moved meanwhile. */
  moving: boolean
}

/** Milliseconds without a scroll event after which scrolling counts as finished. */
const rest = 120
/** Milliseconds after an input event during which scrolling counts as the user's. */
const handled = 400
const handles = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Size of box and text. When it changes, the browser scrolls by itself: clamping, scroll anchoring or late measuring.
 */
export const shapeOf = (box: HTMLElement) =>
  `${box.clientWidth} ${box.clientHeight} ${box.scrollWidth} ${box.scrollHeight}`

/** Moves the anchor when the user scrolls, and undoes scrolling by the browser. Returns the clean-up. */
export function followScrolling(
  view: Viewport,
  anchor: ScrollAnchor,
  settle: (view: Viewport) => void,
  report: (view: Viewport) => void,
): () => void {
  const box = view.scroller
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched = 0
  const handling = () => {
    touched = performance.now()
  }
  const rested = () => {
    anchor.moving = false
    const now = view.position
    if (Math.abs(now - anchor.ours) < 2) return
    anchor.ours = now
    anchor.place = view.firstSeen()
    anchor.lead = view.leadOf(anchor.place)
    anchor.shape = shapeOf(box)
    report(view)
  }
  const scrolled = ({ target }: Event) => {
    // Ignores a view whose layout mode is no longer shown.
    if (target !== box || box.dataset.layoutMode !== view.layoutMode) return
    const byHand = anchor.moving || performance.now() - touched < handled || shapeOf(box) === anchor.shape
    if (!byHand) return settle(view)
    if (Math.abs(view.position - anchor.ours) >= 2) anchor.moving = true
    clearTimeout(timer)
    timer = setTimeout(rested, rest)
  }
  const arrived = () => settle(view)
  box.addEventListener('scroll', scrolled, { passive: true })
  // Captured, because the load event of a picture does not bubble.
  box.addEventListener('load', arrived, { capture: true })
  const observer = new ResizeObserver(() => {
    // Skips hidden pages: they have no size, and get their old size back when shown.
    if (box.clientWidth && shapeOf(box) !== anchor.shape) settle(view)
  })
  observer.observe(box)
  observer.observe(view.columns)
  for (const kind of handles) box.addEventListener(kind, handling, { passive: true })
  return () => {
    clearTimeout(timer)
    anchor.moving = false
    observer.disconnect()
    for (const kind of handles) box.removeEventListener(kind, handling)
    box.removeEventListener('scroll', scrolled)
    box.removeEventListener('load', arrived, { capture: true })
  }
}
