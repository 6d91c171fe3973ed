import { limits } from '@dxx/contract/rules/constants'
import { type Key, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onScroll, scrollParent } from '../scroll-parent'
import { virtualWindow } from './virtual-window'

export interface VirtualListProps<Item> {
  items: readonly Item[]
  itemKey(item: Item): Key
  renderItem(item: Item, index: number): ReactNode
  /** The height a row probably has, until it has been seen. */
  estimate: number
  /** How many screens are drawn above and below the one in sight; above 0. */
  preloadPages?: number
}

/** Draws only the rows near the screen; for lists of thousands. Rows may differ in height. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, itemKey, renderItem, estimate, preloadPages = limits.virtualPreloadPages } = props
  if (!(preloadPages > 0)) throw new RangeError('preloadPages must be above 0')
  const root = useRef<HTMLUListElement>(null)
  const heights = useRef(new Map<Key, number>())
  const [view, setView] = useState({ top: 0, screen: window.innerHeight })
  const [, setMeasured] = useState(0)

  const look = useEffectEvent(() => {
    const element = root.current
    if (!element) return
    const parent = scrollParent(element)
    const screen = parent.clientHeight || window.innerHeight
    const frame = parent === document.scrollingElement ? 0 : parent.getBoundingClientRect().top
    const top = frame - element.getBoundingClientRect().top
    // Drawn anew only after half the reserve is used up, not on every pixel.
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
      }, 1000 / limits.virtualFps)
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
  }, [])

  const reserve = view.screen * preloadPages
  const height = (index: number) => heights.current.get(itemKey(items[index] as Item)) ?? estimate
  const { from, to, before, after } = virtualWindow(
    items.length,
    height,
    view.top - reserve,
    view.top + view.screen + reserve,
  )

  function measure(key: Key, element: HTMLElement | null) {
    if (!element) return
    const keep = () => {
      const seen = element.offsetHeight
      // Hidden pages measure 0, which says nothing about the row.
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

  return (
    <ul ref={root} style={{ paddingTop: before, paddingBottom: after }}>
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
    </ul>
  )
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
