import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the rest of the page, in slices between which the browser handles taps: rendering a long
 * page at once blocks a slow phone for a third of a second. Only for content below the first screen.
 */
export function BelowFold({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children
}
