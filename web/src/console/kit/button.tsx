import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { KeyLabel } from './key'

export type ConsoleButtonKind = 'primary' | 'amber' | 'line' | 'soft' | 'page' | 'danger' | 'quiet'
export type ConsoleButtonSize = 'large' | 'normal' | 'small' | 'tiny'

const kinds: Record<ConsoleButtonKind, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-press',
  amber: 'bg-amber text-on-amber hover:bg-amber-press',
  line: 'bg-card text-primary inset-ring inset-ring-edge hover:bg-primary-soft',
  soft: 'bg-fill text-ink hover:bg-track',
  page: 'bg-card text-ink hover:bg-track',
  danger: 'bg-danger-soft text-danger inset-ring inset-ring-transparent hover:inset-ring-danger',
  quiet: 'text-primary hover:bg-primary-soft',
}

const sizes: Record<ConsoleButtonSize, string> = {
  large: 'min-h-11.5 px-5 text-15',
  normal: 'min-h-11 desk:min-h-9 px-4 text-14',
  small: 'min-h-11 desk:min-h-7.5 px-3 text-13',
  tiny: 'min-h-6.5 px-2.5 text-12',
}

/** Classes of a console button, for links that look like one. */
export function consoleButtonClass(kind: ConsoleButtonKind = 'soft', size: ConsoleButtonSize = 'normal'): string {
  const shape = 'relative inline-flex shrink-0 items-center justify-center rounded-full font-semibold whitespace-nowrap'
  return cx(shape, 'gap-1.75 transition-colors select-none disabled:opacity-40', kinds[kind], sizes[size])
}

export interface ConsoleButtonProps extends ComponentProps<'button'> {
  kind?: ConsoleButtonKind
  size?: ConsoleButtonSize
  icon?: ReactNode
  /** Letter of the keyboard shortcut, shown on the button on wide screens. */
  hotkey?: string
  /** In progress: the button keeps its width and ignores clicks. */
  loading?: boolean
}

/** Button of the console: smaller than the button of the student app, with its keyboard shortcut on it. */
export function ConsoleButton({
  kind,
  size,
  icon,
  hotkey,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ConsoleButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not disabled while loading, because a disabled button loses the keyboard focus.
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
      className={cx(consoleButtonClass(kind, size), loading && 'cursor-progress', className)}
    >
      <span className={cx('inline-flex items-center gap-1.75', loading && 'opacity-0')}>
        {icon}
        {children}
        {hotkey && <KeyLabel tone="inherit">{hotkey}</KeyLabel>}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center text-15">
          <Spinner />
        </span>
      )}
    </button>
  )
}
