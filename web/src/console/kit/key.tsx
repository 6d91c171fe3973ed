import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

/** Key label. Hidden on touch screens and from screen readers, which use `aria-keyshortcuts` and the key help. */
export function KeyLabel({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'inherit' }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'hidden h-4.5 min-w-4.5 place-items-center rounded-[5px] px-1.25 font-sans text-11 leading-none font-normal desk:inline-grid',
        tone === 'plain'
          ? 'bg-fill text-ink-2 inset-ring inset-ring-line'
          : 'inset-ring inset-ring-current/35 text-inherit',
      )}
    >
      {children}
    </span>
  )
}
