import type { ComponentProps } from 'react'
import { cx } from './cx'
import { Spinner } from './spinner'

export type ButtonKind = 'primary' | 'amber' | 'line' | 'plain' | 'text' | 'danger'
export type ButtonSize = 'large' | 'small'

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-primary text-on-primary active:bg-primary-press',
  amber: 'bg-amber text-on-amber active:bg-amber-press',
  line: 'bg-card text-primary inset-ring inset-ring-edge active:bg-primary-soft',
  plain: 'bg-fill text-ink-2 active:bg-track',
  text: 'text-primary active:bg-primary-soft',
  danger: 'bg-danger text-on-danger active:bg-danger-press',
}

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-11.5 px-5 py-2 text-15',
  small: 'tap min-h-8 px-3.5 py-1 text-13',
}

/** Button classes, for links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'primary', size: ButtonSize = 'large', block = false): string {
  const shape = 'button relative inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold'
  const states = 'transition-colors select-none disabled:opacity-40 aria-disabled:opacity-40'
  return cx(shape, states, kinds[kind], sizes[size], block && 'w-full')
}

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  size?: ButtonSize
  block?: boolean
  /** True while the action is in progress: a spinner covers the text, the width stays, and clicks are ignored. */
  loading?: boolean
}

export function Button({ kind, size, block, loading = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not disabled while loading, because a disabled button loses the keyboard focus.
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
      className={cx(buttonClass(kind, size, block), loading && 'cursor-progress', className)}
    >
      <span className={cx('inline-flex min-w-0 items-center justify-center gap-1.5', loading && 'opacity-0')}>
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center text-17">
          <Spinner />
        </span>
      )}
    </button>
  )
}
