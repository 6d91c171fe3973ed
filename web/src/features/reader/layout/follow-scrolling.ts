import type { Viewport } from './viewport'

/** The sentence that stays in sight. */
export interface ScrollAnchor {
  /** Offset of its first character. */
  place: number | 'end'
  /** Distance of that line from the upper edge when the user stopped there. */
  lead: number | undefined
  /** Scroll position set by code, which is not the user's scrolling. */
  ours: number
  /** Size of the text after the last layout, see `shapeOf`. */
  shape: string
  /** The user is scrolling: the text must not be moved meanwhile. */
  moving: boolean
}

/** Milliseconds after which scrolling counts as finished. */
const rest = 120
/** Milliseconds after an input event during which scrolling counts as the user's. */
const handled = 400
const handles = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** While this changes, the browser scrolls by itself: clamping, scroll anchoring or late measuring. */
export const shapeOf = (box: HTMLElement) =>
  `${box.clientWidth} ${box.clientHeight} ${box.scrollWidth} ${box.scrollHeight}`

/** Tells scrolling by the reader, which moves the anchor, from that by the browser, which is undone. Returns the clean-up. */
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
    // View before the last change of layout.
    if (target !== box || box.dataset.layoutMode !== view.layoutMode) return
    const byHand = anchor.moving || performance.now() - touched < handled || shapeOf(box) === anchor.shape
    if (!byHand) return settle(view)
    if (Math.abs(view.position - anchor.ours) >= 2) anchor.moving = true
    clearTimeout(timer)
    timer = setTimeout(rested, rest)
  }
  const arrived = () => settle(view)
  box.addEventListener('scroll', scrolled, { passive: true })
  // Pictures do not bubble their loading, but it can be captured.
  box.addEventListener('load', arrived, { capture: true })
  const observer = new ResizeObserver(() => {
    // Hidden pages have no size, and come back with the one they had.
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
