/** Returns the scroll container around an element, or the document's if there is none. */
export function scrollParent(element: Element): HTMLElement {
  for (let node = element.parentElement; node; node = node.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node
  }
  return (document.scrollingElement as HTMLElement | null) ?? document.documentElement
}

/** Listens to the scrolling of a container. For the document, scroll events are received by the window. */
export function onScroll(parent: HTMLElement, listener: () => void): () => void {
  const target = parent === document.scrollingElement || parent === document.documentElement ? window : parent
  target.addEventListener('scroll', listener, { passive: true })
  return () => target.removeEventListener('scroll', listener)
}
