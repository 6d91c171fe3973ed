import { appLimits } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { cx } from './cx'

export interface CodeInputProps {
  value: string
  onChange(value: string): void
  /** Called once when the last digit is entered: typed, pasted or autofilled. */
  onComplete?(code: string): void
  length?: number
  autoFocus?: boolean
  error?: string
}

/** Returns the digits of a typed or pasted text; of a whole message, the first number that has the right length. */
export function extractCode(text: string, length: number): string {
  const plain = text.normalize('NFKC')
  const exact = (plain.match(/\d+/g) ?? []).find((digits) => digits.length === length)
  return (exact ?? plain.replace(/\D/g, '')).slice(0, length)
}

/** Field with a drawn box per digit over a single input, so that paste, autofill and screen readers see one field. */
export function CodeInput({
  value,
  onChange,
  onComplete,
  length = appLimits.codeLength,
  autoFocus,
  error,
}: CodeInputProps) {
  const boxes = Math.min(length, appLimits.codeInputMax)
  const [focused, setFocused] = useState(false)

  function take(text: string) {
    const code = extractCode(text, boxes)
    if (code === value) return
    onChange(code)
    if (code.length === boxes) onComplete?.(code)
  }

  return (
    <div>
      <div className="relative">
        <div aria-hidden="true" className="flex gap-3">
          {Array.from({ length: boxes }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: boxes never change their order
              key={index}
              className={cx(
                'tabular-nums grid min-h-13 max-w-16 flex-1 place-items-center rounded-card bg-fill text-23 font-semibold',
                error
                  ? 'inset-ring inset-ring-danger'
                  : focused && Math.min(value.length, boxes - 1) === index && 'inset-ring-2 inset-ring-primary',
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          aria-label={`${boxes} 位验证码`}
          aria-invalid={error ? true : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: shown right after the user has requested a code
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => take(event.target.value)}
          onPaste={(event) => {
            // Parses the whole pasted message, because inserting it at the cursor would truncate it.
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 size-full bg-transparent text-[1rem] text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
