import { useEffect, useEffectEvent } from 'react'
import { followBars, type Scrolled } from './bars-rule'
import type { Viewport } from './layout/viewport'

/** Milliseconds after an input event during which scrolling counts as the user's; inertia prolongs it. */
const handled = 300

/** Hides the bars while the user scrolls down, and shows them after an upward flick and at the top. */
export function useBarsOnScroll(view: Viewport | null, enabled: boolean, onBars: (shown: boolean) => void): void {
  const decide = useEffectEvent(onBars)
  useEffect(() => {
    if (!view || !enabled || view.layoutMode !== 'scroll' || view.vertical) return
    const box = view.scroller
    let state: Scrolled | null = null
    let touched = Number.NEGATIVE_INFINITY
    const touch = () => {
      touched = performance.now()
    }
    const scrolled = () => {
      const now = performance.now()
      // A jump or a new layout also causes scroll events; only scrolling by the user shows or hides the bars.
      if (now - touched > handled) return
      touched = now
      const [next, shown] = followBars(state, box.scrollTop, now)
      state = next
      if (shown !== null) decide(shown)
    }
    box.addEventListener('touchmove', touch, { passive: true })
    box.addEventListener('wheel', touch, { passive: true })
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      box.removeEventListener('touchmove', touch)
      box.removeEventListener('wheel', touch)
      box.removeEventListener('scroll', scrolled)
    }
  }, [view, enabled])
}
