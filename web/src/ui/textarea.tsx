import { appLimits } from '@dxx/contract/rules/constants'
import { useId, useLayoutEffect } from 'react'
import { putCaretAtEnd } from './caret'
import { cx } from './cx'
import { useAutoHeight } from './use-auto-height'

export interface TextareaProps {
  label: string
  hideLabel?: boolean
  value: string
  onChange(value: string): void
  placeholder?: string
  maxLength?: number
  /** Minimum number of lines. */
  rows?: number
  readOnly?: boolean
  autoFocus?: boolean
  error?: string
}

/** Text area that grows with its text and shows the number of characters. */
export function Textarea(props: TextareaProps) {
  const {
    label,
    hideLabel,
    value,
    onChange,
    placeholder,
    maxLength = appLimits.textarea,
    rows = 3,
    readOnly,
    autoFocus,
    error,
  } = props
  const id = useId()
  const area = useAutoHeight(value)

  useLayoutEffect(() => {
    if (autoFocus) putCaretAtEnd(area.current)
  }, [autoFocus, area])

  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-13 text-ink-2'}>
        {label}
      </label>
      <div
        className={cx(
          // Inside the box, because the scroll area of a sheet would cut a ring around it.
          'rounded-card bg-fill pb-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-2 has-[textarea:focus-visible]:outline-focus',
          error && 'inset-ring inset-ring-danger',
        )}
      >
        <textarea
          ref={area}
          id={id}
          rows={rows}
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          readOnly={readOnly}
          // biome-ignore lint/a11y/noAutofocus: used only where the user has asked to write
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
          className="block min-h-11 w-full resize-none overflow-hidden bg-transparent px-4 pt-3 text-[1rem] outline-none"
        />
        <p id={`${id}-count`} className="tabular-nums px-4 text-right text-12 text-ink-3">
          <span className="sr-only">已输入字数</span>
          {value.length}/{maxLength}
        </p>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 px-1 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
