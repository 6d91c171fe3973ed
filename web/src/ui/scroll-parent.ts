/** The element that scrolls what is given: a page's own container, or the document. */
export function scrollParent(element: Element): HTMLElement {
  for (let node = element.parentElement; node; node = node.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node
  }
  return (document.scrollingElement as HTMLElement | null) ?? document.documentElement
}

/** Hears the scrolling of a container; the document's own scroll events arrive at the window. */
export function onScroll(parent: HTMLElement, listener: () => void): () => void {
  const target = parent === document.scrollingElement || parent === document.documentElement ? window : parent
  target.addEventListener('scroll', listener, { passive: true })
  return () => target.removeEventListener('scroll', listener)
}
