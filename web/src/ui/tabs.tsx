import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { openInPlace } from './open-in-place'
import { scrollBehavior } from './use-media'

export interface TabsProps<Id extends string> {
  /** Prefix of the ids of tabs and panel. */
  id: string
  label: string
  items: readonly { id: NoInfer<Id>; title: ReactNode }[]
  value: Id
  onChange(id: NoInfer<Id>): void
  /** URL of a tab. With it, tabs are links: they open in a new browser tab, and their URL can be copied. */
  hrefOf?(id: NoInfer<Id>): string
  /** Stacks the tabs at the left side from 641 px on. */
  side?: boolean
}

/** Underlined tabs that scroll horizontally if they do not fit; arrows, Home and End move and select. */
export function Tabs<Id extends string>({ id, label, items, value, onChange, hrefOf, side }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)

  const [more, setMore] = useState(false)

  // Fades the last visible tab if more tabs follow. The observer measures after each layout, and causes none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes tabs that are added later
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return
    const bar = list.current!
    const look = () => setMore(bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 2)
    const observer = new ResizeObserver(look)
    for (const one of [bar, ...bar.children]) observer.observe(one)
    bar.addEventListener('scroll', look, { passive: true })
    return () => {
      bar.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [items.length])

  const isMoved = useRef(false)
  // Centres the chosen tab without scrolling the page, as scrollIntoView might.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another tab is chosen
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!tab || !list.current?.scrollTo) return
    // The row begins at its first tab, and measuring would cost a layout of its own.
    if (!isMoved.current && tab === list.current.firstElementChild) return
    isMoved.current = true
    const left = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    list.current.scrollTo({ left, behavior: scrollBehavior() })
  }, [value])

  function move(event: KeyboardEvent) {
    const at = items.findIndex((item) => item.id === value)
    const keys = { ArrowRight: 1, ArrowLeft: -1, ...(side && { ArrowDown: 1, ArrowUp: -1 }) } as Record<string, number>
    const step = keys[event.key]
    const next = step ? at + step : { Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const item = items[(next + items.length) % items.length]
    if (!item) return
    onChange(item.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[items.indexOf(item)]?.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={cx(
        'no-scrollbar relative flex gap-3 overflow-x-auto text-15',
        more && 'mask-r-from-85%',
        side && 'tablet:flex-col tablet:gap-1 tablet:mask-none',
      )}
    >
      {items.map((item) => {
        const chosen = item.id === value
        // Typed as a link, which accepts the attributes of both elements.
        const Element = (hrefOf ? 'a' : 'button') as 'a'
        return (
          <Element
            key={item.id}
            type={hrefOf ? undefined : 'button'}
            href={hrefOf?.(item.id)}
            role="tab"
            id={`${id}-${item.id}`}
            aria-selected={chosen}
            tabIndex={chosen ? 0 : -1}
            onClick={(event) => openInPlace(event, () => onChange(item.id))}
            className={cx(
              'relative inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center px-1.5 whitespace-nowrap -outline-offset-2 transition-colors hover:text-primary',
              chosen ? 'font-bold text-primary' : 'text-ink-2',
              side && 'tablet:justify-start tablet:rounded-item tablet:px-3',
              side && chosen && 'tablet:bg-primary-soft',
            )}
          >
            {item.title}
            {chosen && (
              <span
                className={cx('absolute inset-x-0 bottom-1 h-0.75 rounded-full bg-primary', side && 'tablet:hidden')}
              />
            )}
          </Element>
        )
      })}
    </div>
  )
}

/** Content of the chosen tab. */
export function TabPanel({ tabs, value, children }: { tabs: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" aria-labelledby={`${tabs}-${value}`}>
      {children}
    </div>
  )
}
