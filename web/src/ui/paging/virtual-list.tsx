import { appLimits } from '@dxx/contract/rules/constants'
import { type Key, type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onScroll, scrollParent } from '../scroll-parent'
import { virtualWindow } from './virtual-window'

export interface VirtualListProps<Item> {
  items: readonly Item[]
  itemKey(item: Item): Key
  renderItem(item: Item, index: number): ReactNode
  /** Estimated height of a row until it is measured. */
  estimate: number
  /** Number of screens that are rendered above and below the visible one; must be above 0. */
  preloadPages?: number
  className?: string
  /** Key of the row to scroll to when the list appears and when this key changes. */
  current?: Key
}

/**
 * Number of times the list scrolls to the current row, and number of frames it waits until a surrounding sheet is open.
 */
const scrollTries = 3
const openingFrames = 30

/** Virtualised list for thousands of rows of any height. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, itemKey, renderItem, estimate, current, preloadPages = appLimits.virtualPreloadPages } = props
  if (!(preloadPages > 0)) throw new RangeError('preloadPages must be above 0')
  const root = useRef<HTMLUListElement>(null)
  const { heights, measure } = useHeights()
  const { view, look } = useView(root, preloadPages)

  const reserve = view.screen * preloadPages
  const height = (index: number) => heights.current.get(itemKey(items[index] as Item)) ?? estimate

  /** Scrolls to a row. Returns false while the list is not displayed, for example in a sheet that is about to open. */
  const bringIntoSight = useEffectEvent((key: Key): boolean => {
    const element = root.current
    const index = items.findIndex((item) => itemKey(item) === key)
    if (!element || index < 0) return true
    if (element.checkVisibility?.() === false) return false
    const parent = scrollParent(element)
    const frame = parent === document.scrollingElement ? 0 : parent.getBoundingClientRect().top
    let top = element.getBoundingClientRect().top - frame
    for (let before = 0; before < index; before++) top += height(before)
    const screen = parent.clientHeight || window.innerHeight
    if (top < 0 || top + height(index) > screen) parent.scrollTop += top - screen / 3
    look()
    return true
  })
  useLayoutEffect(() => {
    if (current === undefined) return
    let [tries, frames, frame] = [0, 0, 0]
    const bring = () => {
      frames += 1
      // Scrolls several times, because rows that appear are measured, which moves the rows below them.
      if (bringIntoSight(current)) tries += 1
      if (tries < scrollTries && frames < openingFrames) frame = requestAnimationFrame(bring)
    }
    bring()
    return () => cancelAnimationFrame(frame)
  }, [current])
  const { from, to, before, after } = virtualWindow(
    items.length,
    height,
    view.top - reserve,
    view.top + view.screen + reserve,
  )

  return (
    <ul ref={root} className={props.className}>
      {/* An empty row instead of padding, because the class may set its own padding. */}
      {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
      {items.slice(from, to).map((item, offset) => (
        <VirtualRow
          key={itemKey(item)}
          name={itemKey(item)}
          measure={measure}
          position={from + offset + 1}
          count={items.length}
        >
          {renderItem(item, from + offset)}
        </VirtualRow>
      ))}
      {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
    </ul>
  )
}

/** Hook for the visible part of the list; `look` reads the scroll position again. */
function useView(root: RefObject<HTMLUListElement | null>, preloadPages: number) {
  const [view, setView] = useState({ top: 0, screen: window.innerHeight })

  const look = useEffectEvent(() => {
    const element = root.current
    if (!element) return
    const parent = scrollParent(element)
    const screen = parent.clientHeight || window.innerHeight
    const frame = parent === document.scrollingElement ? 0 : parent.getBoundingClientRect().top
    const top = frame - element.getBoundingClientRect().top
    // Renders again only after half of the preloaded rows are used up, not on every pixel.
    setView((seen) => {
      const near = Math.abs(seen.top - top) < (screen * preloadPages) / 2 && seen.screen === screen
      return near ? seen : { top, screen }
    })
  })

  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        look()
      }, 1000 / appLimits.virtualFps)
    }
    look()
    const parent = scrollParent(element)
    const stop = onScroll(parent, soon)
    addEventListener('resize', soon)
    return () => {
      stop()
      removeEventListener('resize', soon)
      clearTimeout(timer)
    }
  }, [root])

  return { view, look: () => look() }
}

/** Hook for the measured heights of the rendered rows, by key. */
function useHeights() {
  const heights = useRef(new Map<Key, number>())
  const [, setMeasured] = useState(0)

  function measure(key: Key, element: HTMLElement | null) {
    if (!element) return
    const keep = () => {
      const seen = element.offsetHeight
      // Ignores 0, which is measured on hidden pages and is not the row's height.
      if (!seen || heights.current.get(key) === seen) return
      heights.current.set(key, seen)
      setMeasured((count) => count + 1)
    }
    keep()
    if (!('ResizeObserver' in window)) return
    const observer = new ResizeObserver(keep)
    observer.observe(element)
    return () => observer.disconnect()
  }

  return { heights, measure }
}

interface VirtualRowProps {
  name: Key
  measure(key: Key, element: HTMLElement | null): (() => void) | undefined
  position: number
  count: number
  children: ReactNode
}

function VirtualRow({ name, measure, position, count, children }: VirtualRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const watch = useEffectEvent(measure)
  useLayoutEffect(() => watch(name, row.current), [name])
  return (
    <li ref={row} aria-posinset={position} aria-setsize={count}>
      {children}
    </li>
  )
}
