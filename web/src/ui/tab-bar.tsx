import type { ReactNode } from 'react'
import { Badge } from './badge'
import { cx } from './cx'
import { openInPlace } from './open-in-place'

interface TabItem {
  /** Route without a leading slash. */
  path: string
  title: string
  icon: ReactNode
  unread?: number
}

export interface TabBarProps {
  items: readonly TabItem[]
  current: string
  onSelect(path: string): void
}

/** Tab bar of 50 px plus the safe area. The tabs are links, so that a middle click opens a browser tab. */
export function TabBar({ items, current, onSelect }: TabBarProps) {
  return (
    <nav aria-label="主导航" className="pb-safe hairline-t shrink-0 bg-card">
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map((item) => (
          <li key={item.path}>
            <a
              href={`#/${item.path}`}
              aria-current={item.path === current ? 'page' : undefined}
              onClick={(event) => openInPlace(event, () => onSelect(item.path))}
              className={cx(
                'flex min-h-12.5 flex-col items-center justify-center gap-0.5 text-11 leading-[1.3] -outline-offset-2',
                item.path === current ? 'font-semibold text-primary' : 'text-ink-3',
              )}
            >
              <Badge count={item.unread ?? 0}>{item.icon}</Badge>
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
