import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMedia } from '../../ui/use-media'
import type { LayoutMode } from './theme'

/** Width of the reading area in pixels from which two columns have lines of more than 20 characters. */
const enough = 960

/** Whether a page has two columns: in paged mode in windows from 1440 px, if panes leave enough room. */
export function useTwoColumns(area: RefObject<HTMLElement | null>, layoutMode: LayoutMode): boolean {
  const wide = useMedia('(min-width: 1440px)')
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const box = area.current
    if (!box || !wide) return
    const measure = () => {
      // Ignores a hidden page, which has no width; when shown, it gets its old width back.
      if (box.clientWidth > 0) setFits(box.clientWidth >= enough)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [area, wide])
  return wide && fits && layoutMode === 'pages'
}
