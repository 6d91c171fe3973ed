import { appLimits } from '@dxx/contract/rules/constants'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useState } from 'react'
import { toast } from '../state/flash'
import { IconButton } from './icon-button'

export interface NumberBoxProps {
  label: string
  value: number
  onChange(value: number): void
  min?: number
  max?: number
}

/**
 * Field for an integer within bounds, with buttons, arrow keys and typing. A typed number is reported at once, because
 * on some phones a tap on a button does not blur the field. On blur the text becomes the number within the bounds.
 */
export function NumberBox({ label, value, onChange, min = appLimits.numberBoxMin, max = 9999 }: NumberBoxProps) {
  /** Text while the user types, and the number before typing. */
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null)

  function report(next: number) {
    const bounded = Math.min(max, Math.max(min, next))
    if (bounded !== value) onChange(bounded)
  }

  function set(next: number) {
    setTyped(null)
    report(next)
  }

  function type(input: string) {
    const text = input.normalize('NFKC').replace(/\D/g, '').slice(0, 9)
    const before = typed?.before ?? value
    setTyped({ text, before })
    report(text === '' ? before : Number(text))
  }

  function commit() {
    if (!typed) return
    const requested = typed.text === '' ? typed.before : Number(typed.text)
    if (requested > max) toast(`最多 ${max}，已改为 ${max}`)
    if (requested < min) toast(`最少 ${min}，已改为 ${min}`)
    set(requested)
  }

  function keys(event: KeyboardEvent) {
    const next = { ArrowUp: value + 1, ArrowDown: value - 1, Home: min, End: max }[event.key]
    if (event.key === 'Enter') commit()
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }

  return (
    <div className="inline-flex items-center rounded-full bg-fill">
      <IconButton label={`${label}减一`} disabled={value <= min} onClick={() => set(value - 1)}>
        <Minus aria-hidden="true" size={18} />
      </IconButton>
      <input
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        inputMode="numeric"
        autoComplete="off"
        value={typed?.text ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={commit}
        onKeyDown={keys}
        className="tabular-nums h-11 w-12 bg-transparent text-center text-[1rem] font-semibold"
      />
      <IconButton label={`${label}加一`} disabled={value >= max} onClick={() => set(value + 1)}>
        <Plus aria-hidden="true" size={18} />
      </IconButton>
    </div>
  )
}
