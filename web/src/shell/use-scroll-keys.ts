import { type RefObject, useEffect } from 'react'

const scrollKeys = /^( |Page(Up|Down)|Arrow(Up|Down)|Home|End)$/

/**
 * Makes scroll keys scroll the visible page if the focus is in no scroll container, for example after a load or on the
 * bar's heading. The browser would not scroll there, because the document itself never scrolls.
 */
export function useScrollKeys(active: boolean, page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (!scrollKeys.test(event.key)) return
      // Reads the path before the import, because it is empty after the dispatch of the event.
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
