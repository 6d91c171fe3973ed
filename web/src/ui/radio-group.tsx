import { type ReactNode, useId } from 'react'

export interface RadioGroupProps<Value extends string> {
  label: string
  options: readonly { value: NoInfer<Value>; title: ReactNode; note?: ReactNode; disabled?: boolean }[]
  value: Value | null
  onChange(value: NoInfer<Value>): void
}

/** Radio buttons, one per line, for use in a card. */
export function RadioGroup<Value extends string>({ label, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-12 items-center gap-3 px-3.5 py-2 not-first:hairline-t has-disabled:opacity-50"
        >
          <span className="min-w-0 flex-1">
            {option.title}
            {option.note && <span className="block text-12 text-ink-3">{option.note}</span>}
          </span>
          <input
            type="radio"
            name={name}
            disabled={option.disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-control transition-[border] checked:border-6 checked:border-primary"
          />
        </label>
      ))}
    </div>
  )
}
