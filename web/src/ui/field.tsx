import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string
  /** Gives the label to screen readers only, if the placeholder or the context already shows it. */
  hideLabel?: boolean
  value: string
  onChange(value: string): void
  error?: string
  hint?: string
  /** Content inside the field on the left, for example +86. */
  left?: ReactNode
  /** Content inside the field on the right, for example the code button. */
  right?: ReactNode
}

/** Text input with a label. An error is shown in the place of the hint. */
export function Field(props: FieldProps) {
  const { label, hideLabel, value, onChange, error, hint, left, right, className, ...rest } = props
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-13 text-ink-2'}>
        {label}
      </label>
      <div
        className={cx(
          'flex min-h-13 items-center gap-3 rounded-card bg-fill px-4 text-17 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
          error && 'inset-ring inset-ring-danger',
          rest.disabled && 'opacity-50',
        )}
      >
        {left && <span className="shrink-0 text-ink-2">{left}</span>}
        <input
          autoComplete="off"
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="min-h-11 min-w-0 flex-1 bg-transparent outline-none"
        />
        {right}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 px-1 text-12', error ? 'text-danger' : 'text-ink-3')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
