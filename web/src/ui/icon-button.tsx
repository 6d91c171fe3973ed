import type { ComponentProps } from 'react'
import { cx } from './cx'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name of the icon. */
  label: string
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors active:bg-track disabled:opacity-40',
        className,
      )}
    />
  )
}
