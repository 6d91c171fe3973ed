import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { rememberScroll, restoreScroll, storeScroll } from './scroll'

/**
 * Restores a page's scroll positions, which hidden elements lose, when the page is shown again, and pauses its media
 * when it is hidden. Layout effects end just before `<Activity>` hides the page and run again when it is shown.
 */
export function useScrollRestoration(
  key: string,
  page: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): void {
  const inner = useRef(new Map<Element, readonly [left: number, top: number]>())

  useLayoutEffect(() => {
    const root = page.current!
    const main = scroller.current!
    const noteScroller = ({ target }: Event) => {
      if (target instanceof Element && target !== main) inner.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    // Captured, because scroll events do not bubble.
    root.addEventListener('scroll', noteScroller, { capture: true, passive: true })
    for (const [element, [left, top]] of inner.current) {
      element.scrollLeft = left
      element.scrollTop = top
    }
    const stopRestoring = restoreScroll(key, main, content.current!)
    return () => {
      stopRestoring()
      root.removeEventListener('scroll', noteScroller, { capture: true })
      rememberScroll(key, main.scrollTop)
      for (const element of inner.current.keys()) {
        if (element.isConnected) inner.current.set(element, [element.scrollLeft, element.scrollTop])
        else inner.current.delete(element)
      }
      for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
    }
  }, [key, page, scroller, content])

  useEffect(() => {
    const store = () => {
      rememberScroll(key, scroller.current!.scrollTop)
      storeScroll()
    }
    addEventListener('pagehide', store)
    return () => removeEventListener('pagehide', store)
  }, [key, scroller])
}
