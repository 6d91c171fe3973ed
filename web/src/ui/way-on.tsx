import type { ReactNode } from 'react'
import { buttonClass } from './button'

/** A button of an empty page that leads somewhere else: `to` is what `pageUrl` gives. */
export function WayOn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={`${buttonClass('line')} min-w-36`}>
      {children}
    </a>
  )
}
