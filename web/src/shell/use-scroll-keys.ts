import { type RefObject, useEffect } from 'react'

const scrollKeys = /^( |Page(Up|Down)|Arrow(Up|Down)|Home|End)$/

/**
 * Lets scroll keys move the visible page while nothing inside a scroller is focused: the document itself never scrolls,
 * so after a load, or with the focus on the bar's heading, the browser has nothing to scroll.
 */
export function useScrollKeys(active: boolean, page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (!scrollKeys.test(event.key)) return
      // The path is empty after dispatch, which is when the page may scroll.
      const path = event.composedPath()
      import('./scroll-by-key').then(
        ({ scrollByKey }) => page.current && scrollByKey(event, path, page.current),
        () => {},
      )
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active, page])
}
