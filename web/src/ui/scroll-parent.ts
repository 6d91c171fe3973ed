/** Returns the scroll container of an element: a page's own, or the document. */
export function scrollParent(element: Element): HTMLElement {
  for (let node = element.parentElement; node; node = node.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node
  }
  return (document.scrollingElement as HTMLElement | null) ?? document.documentElement
}

/** Listens to a container's scrolling; the document's own scroll events are sent to the window. */
export function onScroll(parent: HTMLElement, listener: () => void): () => void {
  const target = parent === document.scrollingElement || parent === document.documentElement ? window : parent
  target.addEventListener('scroll', listener, { passive: true })
  return () => target.removeEventListener('scroll', listener)
}
