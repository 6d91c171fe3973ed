import { badge } from '@dxx/contract/rules/format'
import type { ReactNode } from 'react'

export interface BadgeProps {
  count: number
  /** Unit for screen readers: 条未读消息. */
  unit?: string
  /** A dot instead of a number. */
  dot?: boolean
  /** Element under the badge; without it the badge is inline. */
  children?: ReactNode
}

/** Badge with a count: hidden at 0, 999+ above 999. */
export function Badge({ count, unit = '条未读', dot, children }: BadgeProps) {
  const mark = count > 0 && (
    <span className={children ? 'min-w-full shrink-0' : 'inline-flex'}>
      {dot ? (
        <span className="block size-2 rounded-full bg-danger ring-2 ring-card" />
      ) : (
        <span className="tabular-nums inline-block min-w-4.5 whitespace-nowrap rounded-full bg-danger px-1.25 text-center text-11 leading-[1.125rem] font-semibold text-on-danger">
          {badge(count)}
        </span>
      )}
      <span className="sr-only">{unit}</span>
    </span>
  )
  if (!children) return mark
  return (
    <span className="badge-box">
      {children}
      <span className="badge-corner">{mark}</span>
    </span>
  )
}
