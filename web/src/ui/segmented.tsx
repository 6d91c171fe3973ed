import { type ReactNode, useId } from 'react'
import { cx } from './cx'

export interface SegmentedProps<Value extends string> {
  label: string
  options: readonly { value: NoInfer<Value>; title: ReactNode }[]
  value: Value
  onChange(value: NoInfer<Value>): void
}

/** Exclusive choices side by side. Native radios, so that keyboard and screen readers work. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex rounded-full bg-track p-0.75">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative grid min-h-9.5 flex-1 place-items-center rounded-full px-3 text-center text-13 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
            option.value === value ? 'bg-raised font-semibold text-primary' : 'text-ink-2',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // Extends over the frame's edge, so that the tap target has 44 px although only 38 px are visible.
            className="absolute inset-x-0 -inset-y-0.75 cursor-pointer opacity-0"
          />
          {option.title}
        </label>
      ))}
    </div>
  )
}
