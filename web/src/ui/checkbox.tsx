import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'

export interface CheckboxProps {
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
  children: ReactNode
}

/** Round checkbox with its label. */
export function Checkbox({ checked, onChange, disabled, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-14 has-disabled:opacity-50">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute inset-0 appearance-none rounded-full border-[1.5px] border-control transition-colors checked:border-primary checked:bg-primary"
        />
        {checked && <Check aria-hidden="true" size={14} strokeWidth={3} className="relative text-on-primary" />}
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
