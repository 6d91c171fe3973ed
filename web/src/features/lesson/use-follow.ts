import { type RefObject, useEffect, useRef } from 'react'
import { scrollParent } from '../../ui/scroll-parent'
import { scrollBehavior } from '../../ui/use-media'

/** Milliseconds after the user's last scroll during which the list does not move by itself. */
const quiet = 4000

/**
 * Scrolls the current row of a list (`aria-current`) into the upper third of the box around the list whenever another
 * row becomes current, unless the user has just scrolled or writes in the list. Returns the handlers that notice the
 * user's scrolling. scrollIntoView would also move the page.
 */
export function useFollow(list: RefObject<HTMLElement | null>, current: unknown, enabled = true) {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const row = enabled && current ? list.current?.querySelector<HTMLElement>('[aria-current]') : null
    if (!row || performance.now() - touchedAt.current < quiet) return
    if (list.current?.querySelector('textarea:focus:not(:placeholder-shown)')) return
    const scroller = scrollParent(row)
    const offset = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    scroller.scrollTo?.({ top: scroller.scrollTop + offset - scroller.clientHeight / 3, behavior: scrollBehavior() })
  }, [list, current, enabled])

  const touched = () => {
    touchedAt.current = performance.now()
  }
  return { onWheel: touched, onTouchMove: touched }
}
