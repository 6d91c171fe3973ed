import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the rest of the page was shown, in slices that let taps through: rendering a long page at once
 * blocks a slow phone for a third of a second. Only for content below what the window shows first.
 */
export function BelowFold({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children
}
