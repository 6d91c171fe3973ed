import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders its children after the rest of the page, one section at a time: inserting a long page at once blocks a slow phone
 * for a third of a second, most of it style and layout. Only for content below the first screen.
 */
export function BelowFold({ children }: { children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => waitForTurn(() => setShown(true)), [])
  return isShown && children
}

/** Sections that are not shown yet, in the order of the page. */
const waiting: (() => void)[] = []

function waitForTurn(show: () => void): () => void {
  waiting.push(show)
  if (waiting.length === 1) whenIdle(showNext)
  return () => {
    const place = waiting.indexOf(show)
    if (place >= 0) waiting.splice(place, 1)
  }
}

function showNext(): void {
  const show = waiting.shift()
  if (show) startTransition(show)
  if (waiting.length > 0) whenIdle(showNext)
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 200 })
  else setTimeout(run)
}
