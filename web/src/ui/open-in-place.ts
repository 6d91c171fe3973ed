import type { MouseEvent } from 'react'

/** Handles a plain click on a link by `open`. With a modifier key the browser opens the link in a new tab or window. */
export function openInPlace(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
