import { type RefObject, useLayoutEffect } from 'react'

const openers = new Map<string, HTMLElement>()
let started = false

/** When a page is shown, focuses the element that had the focus when the page was left, otherwise its heading. */
export function usePageFocus(
  key: string,
  active: boolean,
  page: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!active) return
    const root = page.current!
    // Not for the first page: when the site is opened, the browser sets the focus.
    if (started) enter(key, root, scroller.current!)
    started = true
    return () => {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && root.contains(activeElement)) openers.set(key, activeElement)
    }
  }, [key, active, page, scroller])
}

function enter(key: string, root: HTMLElement, scroller: HTMLElement): void {
  const opener = openers.get(key)
  openers.delete(key)
  const { activeElement } = document
  // Nothing to do if the page has set the focus itself.
  if (root.contains(activeElement)) return
  // If the focus was in the tab bar, it moves to the tab bar of the new page, for keyboard navigation.
  const tab =
    activeElement?.closest('[data-tab-bar]') && root.querySelector<HTMLElement>('[data-tab-bar] [aria-current]')
  const heading = root.querySelector<HTMLElement>('h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  const target = tab || (opener?.isConnected && opener) || heading || scroller
  target.focus({ preventScroll: true })
}
