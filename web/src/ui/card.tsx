import type { ComponentProps } from 'react'
import { cx } from './cx'

/** Card with the background of the theme, without border and shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-card bg-card p-3.5', className)} />
}
