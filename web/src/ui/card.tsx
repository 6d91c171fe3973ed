import type { ComponentProps } from 'react'
import { cx } from './cx'

/** White, radius 14, no border, no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-card bg-card p-3.5', className)} />
}
