import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx'

/** Small text action below a post: like, reply, report. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('tap inline-flex min-h-8 items-center gap-1 rounded-item px-1 text-12 text-ink-3', className)}
    />
  )
}
