import type { ReactNode } from 'react'
import { buttonClass } from './button'

/** Link styled as a button, for empty pages; `to` is a `pageUrl`. */
export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={`${buttonClass('line')} min-w-36`}>
      {children}
    </a>
  )
}
